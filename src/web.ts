/** For platforms with web streams: translation as a stream. */
export { translateStream } from "./web-stream.js";
