/**
 * Server-sent events in bytes, read and written without knowledge of what they hold.
 *
 * @module interlingua/sse
 */
export { type ArrayReader, createArrayReader } from "./array-reader.js";
export { writeFrame, writeFrameBytes } from "./bytes.js";
export { createSseReader, MAX_EVENT_BYTES, type SseFrame, type SseReader, type SseReaderOptions } from "./reader.js";
