/**
 * For platforms with `fetch` and web streams: translation as a stream, as the `fetch` of an official client, and as a whole gateway.
 *
 * @module interlingua/web
 */
export { createFetch, type Fetch, type FetchOptions } from "./web/fetch.js";
export { createHandler, type HandlerOptions } from "./web/handler.js";
export type { IssueOrigin, OnIssues, Phase } from "./web/issues.js";
export type { ModelNames } from "./web/models.js";
export { type ToResponseOptions, toResponse } from "./web/response.js";
export { type StreamListener, type TranslateStreamOptions, transformStream, translateStream } from "./web/stream.js";
