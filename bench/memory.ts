/** What live streams hold and what their events allocate. Needs `--expose-gc` and a young generation that nothing leaves. */
import { createStreamTranslator } from "../src/index.js";
import { createStream, STYLES, type Style } from "./corpus.js";

export interface MemoryRow {
  readonly from: Style;
  readonly to: Style;
  /** Heap of one translator in the middle of its stream, between two events. */
  readonly heapAtRest: number;
  /** What its array buffers hold beside the heap: the bytes of an event of each side, and text that citations need. */
  readonly buffersAtRest: number;
  /** Allocated for each text event of one push, garbage included. */
  readonly bytesPerEvent: number;
  /** The same with a reused buffer. */
  readonly bytesPerEventReused: number;
}

export function measureMemory(live: number): readonly MemoryRow[] {
  const rows: MemoryRow[] = [];
  for (const from of STYLES)
    for (const to of STYLES)
      if (from !== to)
        rows.push({
          from,
          to,
          ...atRest(from, to, live),
          bytesPerEvent: allocated(from, to, false),
          bytesPerEventReused: allocated(from, to, true),
        });
  return rows;
}

function held(): NodeJS.MemoryUsage {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage();
}

function atRest(from: Style, to: Style, live: number): Pick<MemoryRow, "heapAtRest" | "buffersAtRest"> {
  const { frames } = createStream(from, "text", 40);
  // The last frames end the stream.
  const pieces = frames.slice(0, 24);
  const open = () => {
    const translator = createStreamTranslator({ from, to });
    for (const piece of pieces) translator.push(piece);
    return translator;
  };
  for (let index = 0; index < 100; index++) open();
  const before = held();
  const translators = Array.from({ length: live }, open);
  const after = held();
  return {
    heapAtRest: (after.heapUsed - before.heapUsed) / translators.length,
    buffersAtRest: (after.arrayBuffers - before.arrayBuffers) / translators.length,
  };
}

function allocated(from: Style, to: Style, reused: boolean): number {
  const events = 2000;
  const { frames } = createStream(from, "text", 3 * events);
  const translator = createStreamTranslator({ from, to });
  const buffer = new Uint8Array(65536);
  let length = 0;
  const push = (piece: Uint8Array) => {
    length += (reused ? translator.pushInto(piece, buffer) : translator.push(piece)).length;
  };
  for (const piece of frames.slice(0, 2 * events)) push(piece);
  const pieces = frames.slice(2 * events, 3 * events);
  const before = held();
  for (const piece of pieces) push(piece);
  const after = process.memoryUsage();
  return length === 0 ? 0 : (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / events;
}
