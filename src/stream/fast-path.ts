/**
 * Where the byte path and the ordinary one take turns: slices of server-sent events are cut into whole events, which go
 * the one way or the other. Every byte is looked at a few times at most, however small the slices are.
 */
import type { HotPath, HotRun } from "../hot/path.js";
import { createByteStore } from "../sse/bytes.js";
import type { Conversion } from "./conversion.js";

export interface FastPath {
  push(chunk: Uint8Array): void;
  /** The machines learn what they were not told, and what was held back goes the ordinary way: so may what follows. */
  settle(): void;
}

/** The ordinary way. */
export interface OrdinaryPath {
  readonly conversion: Pick<Conversion, "hot" | "skip">;
  /** Slices anywhere. True when one frame came of it and no finding. */
  feed(bytes: Uint8Array): boolean;
  /** The frame that was written last. */
  frame(): Uint8Array;
  /** Events were read the other way. */
  skip(events: number): void;
  /** What is fed next starts an event. */
  readonly betweenEvents: boolean;
  /** False for sources that are no server-sent events. */
  readonly ofEvents: boolean;
  /** Takes what the byte path wrote. */
  write(run: HotRun): void;
}

/** An event that is cut between slices waits until it is longer. */
const LONGEST_HELD = 4096;
/** Learning that was of no use is put off, for ever more events. */
const LONGEST_PAUSE = 256;
/** A pause that is worth a whole slice. */
const LONG_PAUSE = 32;

export function createFastPath(ordinary: OrdinaryPath, maxEventBytes: number, path: HotPath): FastPath {
  /** The beginning of what may be a known event. */
  const held = createByteStore();
  const longestHeld = Math.min(LONGEST_HELD, maxEventBytes);
  /** Events for which nothing is learned, after learning that did not pay. */
  let pause = 0;
  let nextPause = 1;

  function disarm(): void {
    if (!path.armed) return;
    const skipped = path.disarm();
    if (skipped === undefined) putOff();
    else {
      nextPause = 1;
      ordinary.skip(skipped.events);
      ordinary.conversion.skip(skipped);
    }
  }
  function putOff(): void {
    pause = nextPause;
    nextPause = Math.min(nextPause * 2, LONGEST_PAUSE);
  }

  function feed(bytes: Uint8Array): boolean {
    disarm();
    return ordinary.feed(bytes);
  }

  /** An event that lies whole in the slice, unless `from` is inside one. */
  function feedEvent(chunk: Uint8Array, from: number): number {
    const whole = ordinary.betweenEvents;
    const end = endOfEvent(chunk, from);
    const event = chunk.subarray(from, end);
    const plain = feed(event);
    if (pause > 0) pause--;
    else if (whole && plain && ordinary.betweenEvents) learn(event);
    return end;
  }
  function learn(event: Uint8Array): void {
    const pair = ordinary.conversion.hot();
    if (pair === undefined) return;
    path.learn(pair, event, ordinary.frame());
    if (!path.armed) putOff();
  }

  /** The known events from there on. Gives back the offset behind them, and holds the beginning of another. */
  function run(chunk: Uint8Array, from: number): number {
    const found = path.run(chunk, from, maxEventBytes);
    if (found !== undefined) ordinary.write(found);
    const { end } = path;
    if (!path.unfinished || chunk.length - end > longestHeld) return end;
    held.add(chunk.subarray(end));
    return chunk.length;
  }

  /** Completes the event that is held. Gives back the offset behind what it took. */
  function complete(chunk: Uint8Array): number {
    for (let at = 0; at < chunk.length; ) {
      const end = endOfLines(chunk, at);
      if (held.length + end - at > longestHeld) {
        feed(held.take(NOTHING).slice());
        return at;
      }
      held.add(chunk.subarray(at, end));
      at = end;
      if (!isLineEnd(chunk[end - 1])) break;
      // A copy: what was found is written later, and more may be held by then.
      const bytes = held.take(NOTHING).slice();
      const found = path.run(bytes, 0, maxEventBytes);
      if (found === undefined && path.unfinished) {
        held.add(bytes);
        continue;
      }
      if (found !== undefined) ordinary.write(found);
      else feed(bytes);
      return at;
    }
    return chunk.length;
  }

  return {
    push(chunk) {
      let at = held.length === 0 ? 0 : complete(chunk);
      while (at < chunk.length) {
        if (path.armed && held.length === 0) at = run(chunk, at);
        if (at === chunk.length) return;
        if (!ordinary.ofEvents || pause >= LONG_PAUSE) {
          pause = Math.max(0, pause - LONG_PAUSE);
          feed(chunk.subarray(at));
          return;
        }
        at = feedEvent(chunk, at);
      }
    },
    settle() {
      const rest = held.take(NOTHING).slice();
      disarm();
      if (rest.length > 0) ordinary.feed(rest);
    },
  };
}

const NOTHING = new Uint8Array();
const LF = 0x0a;
const CR = 0x0d;

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

/** Behind the line ends that come next. */
function endOfLines(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && !isLineEnd(bytes[at])) at++;
  while (at < bytes.length && isLineEnd(bytes[at])) at++;
  return at;
}

/** Behind the blank line that ends an event, or behind the line ends that stand before it. */
function endOfEvent(bytes: Uint8Array, from: number): number {
  if (isLineEnd(bytes[from])) return endOfLines(bytes, from);
  let at = from;
  while (at < bytes.length) {
    while (at < bytes.length && !isLineEnd(bytes[at])) at++;
    at = behindLineEnd(bytes, at);
    if (isLineEnd(bytes[at])) return behindLineEnd(bytes, at);
  }
  return bytes.length;
}

function behindLineEnd(bytes: Uint8Array, at: number): number {
  return Math.min(bytes.length, bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1);
}
