/**
 * For platforms with `fetch` and web streams: translation as a stream, as the `fetch` of an official client, and as a whole gateway.
 *
 * @module interlingua/web
 */

export { type ToResponseOptions, toResponse } from "./web/answer.js";
export { createFetch, type Fetch, type FetchOptions } from "./web/fetch.js";
export { createHandler, type HandlerOptions } from "./web/handler.js";
export type { ModelNames } from "./web/models.js";
export type { IssueOrigin, OnIssues, Phase } from "./web/stream.js";
export { type StreamListener, type TranslateStreamOptions, transformStream, translateStream } from "./web/stream.js";
