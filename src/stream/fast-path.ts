/**
 * Where the byte path and the ordinary one take turns: slices of server-sent events are cut into whole events, which go
 * the one way or the other. Every byte is looked at a few times at most, however small the slices are.
 */
import { CR, LF } from "../core/ascii.js";
import type { HotPath, Piece } from "../fast-path/path.js";
import { ByteStore, NOTHING } from "../sse/bytes.js";
import type { Conversion } from "./conversion.js";

/** The ordinary way. */
export interface OrdinaryPath {
  readonly conversion: Pick<Conversion, "hot" | "skip">;
  /** Slices anywhere. The frame that was written, empty for none; undefined when more came of it, or a finding. */
  feed(bytes: Uint8Array): string | undefined;
  /** Events were read the other way. */
  skip(events: number): void;
  /** What is fed next starts an event. */
  readonly betweenEvents: boolean;
  /** False for sources that are no server-sent events. */
  readonly ofEvents: boolean;
  /** Takes what the byte path wrote. */
  write(run: Piece): void;
}

/** An event that is cut between slices waits until it is longer. */
const LONGEST_HELD = 4096;
/** Learning that was of no use is put off, for ever more events. */
const LONGEST_PAUSE = 256;
/** A pause that is worth a whole slice. */
const LONG_PAUSE = 32;

export class FastPath {
  private readonly ordinary: OrdinaryPath;
  private readonly path: HotPath;
  private readonly maxEventBytes: number;
  /** The beginning of what may be a known event. Most slices are whole events, and then nothing was ever held. */
  private held: ByteStore | undefined = undefined;
  /** Events in a row that each became one frame, or each none. */
  private alike = 0;
  private silent = false;
  /** Events for which nothing is learned, after learning that did not pay. */
  private pause = 0;
  private nextPause = 1;

  constructor(ordinary: OrdinaryPath, maxEventBytes: number, path: HotPath) {
    this.ordinary = ordinary;
    this.maxEventBytes = maxEventBytes;
    this.path = path;
  }

  push(chunk: Uint8Array): void {
    const { ordinary, path, held } = this;
    let at = held === undefined || held.length === 0 ? 0 : this.complete(chunk, held);
    let plain: boolean | undefined;
    while (at < chunk.length) {
      if (path.armed) at = this.run(chunk, at);
      if (at === chunk.length) return;
      if (!ordinary.ofEvents || this.pause >= LONG_PAUSE) {
        this.pause = Math.max(0, this.pause - LONG_PAUSE);
        this.feed(at === 0 ? chunk : chunk.subarray(at));
        return;
      }
      plain ??= !chunk.includes(CR);
      at = this.feedEvent(chunk, at, plain);
    }
  }

  /** The machines learn what they were not told, and what was held back goes the ordinary way: so may what follows. */
  settle(): void {
    const rest = this.held?.take(NOTHING).slice();
    this.disarm();
    if (rest !== undefined && rest.length > 0) this.ordinary.feed(rest);
  }

  private disarm(): void {
    if (!this.path.armed) return;
    this.alike = 0;
    const skipped = this.path.disarm();
    if (skipped === undefined || skipped.events < this.path.after) this.putOff();
    else this.nextPause = 1;
    if (skipped !== undefined) {
      this.ordinary.skip(skipped.events);
      this.ordinary.conversion.skip?.(skipped);
    }
  }

  private putOff(): void {
    this.pause = this.nextPause;
    this.nextPause = Math.min(this.nextPause * 2, LONGEST_PAUSE);
  }

  private feed(bytes: Uint8Array): string | undefined {
    this.disarm();
    return this.ordinary.feed(bytes);
  }

  /** An event that lies whole in the slice, unless `from` is inside one. */
  private feedEvent(chunk: Uint8Array, from: number, plain: boolean): number {
    const whole = this.ordinary.betweenEvents;
    const end = endOfEvent(chunk, from, plain);
    const event = chunk.subarray(from, end);
    const frame = this.feed(event);
    const known = whole && frame !== undefined && this.ordinary.betweenEvents;
    this.alike = !known ? 0 : (frame === "") === this.silent ? this.alike + 1 : 1;
    this.silent = frame === "";
    if (this.pause > 0) this.pause--;
    else if (known && this.alike >= this.path.after) this.learn(event, frame);
    return end;
  }

  private learn(event: Uint8Array, frame: string): void {
    const pair = this.ordinary.conversion.hot?.();
    if (pair === undefined) return;
    this.path.learn(pair, event, ENCODER.encode(frame));
    if (!this.path.armed) this.putOff();
  }

  /** The known events from there on. Gives back the offset behind them, and holds the beginning of another. */
  private run(chunk: Uint8Array, from: number): number {
    const { path } = this;
    const found = path.run(chunk, from, this.maxEventBytes);
    if (found !== undefined) this.ordinary.write(found);
    const { end } = path;
    if (!path.unfinished || chunk.length - end > this.longestHeld) return end;
    this.held ??= new ByteStore();
    this.held.add(chunk.subarray(end));
    return chunk.length;
  }

  /** Completes the event that is held. Gives back the offset behind what it took. */
  private complete(chunk: Uint8Array, held: ByteStore): number {
    const { path } = this;
    for (let at = 0; at < chunk.length; ) {
      const end = endOfLines(chunk, at);
      if (held.length + end - at > this.longestHeld) {
        this.feed(held.take(NOTHING).slice());
        return at;
      }
      held.add(at === 0 && end === chunk.length ? chunk : chunk.subarray(at, end));
      at = end;
      if (chunk[end - 1] !== LF && chunk[end - 1] !== CR) break;
      // A copy: what was found is written later, and more may be held by then.
      const bytes = held.take(NOTHING).slice();
      const found = path.run(bytes, 0, this.maxEventBytes);
      if (found === undefined && path.unfinished) {
        held.add(bytes);
        continue;
      }
      if (found !== undefined) this.ordinary.write(found);
      else this.feed(bytes);
      return at;
    }
    return chunk.length;
  }

  private get longestHeld(): number {
    return Math.min(LONGEST_HELD, this.maxEventBytes);
  }
}

const ENCODER = new TextEncoder();

/** Where the next line end stands, or the end. `plain`: none of them is a CR, so that one search finds it. */
function lineEnd(bytes: Uint8Array, from: number, plain: boolean): number {
  let at = plain ? bytes.indexOf(LF, from) : from;
  if (!plain) while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++;
  return at === -1 ? bytes.length : at;
}

/** Behind the line ends that come next. */
function endOfLines(bytes: Uint8Array, from: number): number {
  let at = lineEnd(bytes, from, false);
  while (bytes[at] === LF || bytes[at] === CR) at++;
  return at;
}

/** Behind the blank line that ends an event, or behind the line ends that stand before it. */
function endOfEvent(bytes: Uint8Array, from: number, plain: boolean): number {
  if (bytes[from] === LF || bytes[from] === CR) return endOfLines(bytes, from);
  for (let at = from; at < bytes.length; ) {
    at = lineEnd(bytes, at, plain);
    at += bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1;
    if (bytes[at] === LF || bytes[at] === CR) return bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1;
  }
  return bytes.length;
}
