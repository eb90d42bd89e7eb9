/** For platforms with web streams and `fetch`: translation as a stream, and as the `fetch` of an official client. */
export { createFetch, type Fetch, type FetchOptions } from "./web/fetch.js";
export { translateStream } from "./web/stream.js";
