/**
 * Where many deltas of one part follow each other, they are translated by their bytes: what stands around their texts is known by
 * their JSON, and the next texts are copied from the one side into the other. Before anything else comes, the machines get the texts
 * that passed them by. Any doubt, and an event goes the ordinary way. Every byte is looked at a few times at most, however small the
 * slices are.
 */

import { CR, LF, OPEN_BRACE } from "../core/json-text.js";
import { Pattern, REFUSED, rewritten, Template, UNFINISHED } from "../fast-path/pattern.js";
import type { RepeatedEvent } from "../fast-path/repeated-event.js";
import { ByteStore, DECODER, NOTHING } from "../sse/bytes.js";
import { LONGEST_UNSEEN } from "./limits.js";
import type { Reading } from "./reading.js";
import type { RepeatedDeltas } from "./repeated.js";
import type { StreamSource } from "./source.js";

/** The bytes of deltas that are alike, and what came of it. One object, so that a stream that waits holds little. */
interface Known {
  readonly event: RepeatedEvent;
  readonly pattern: Pattern;
  /** None where nothing is written. */
  readonly template: Template | undefined;
  /** Events that were copied. */
  copied: number;
  /** Those of them that the machines do not know yet, and their texts, still escaped. */
  events: number;
  readonly texts: ByteStore;
}

/** Events that have to be copied for it to be of use. */
const USEFUL = 8;
/** Bytes after which one looks whether the deltas are alike by now, where as many follow. */
const SLICE = 6144;
/** Bytes that are searched for the end of an event: a search for a byte takes as long as all else of an ordinary event. */
const SEARCHED = 2048;
/** An event that is cut between slices waits until it is longer; so many bytes of texts are held before the machines get them. */
const LONGEST_HELD = 4096;
/** What stands before the data of an event of one line, and of its name at most: other lines might mean something to the reader of frames. */
const HEAD = /^(?:event:[\w ]*[\r\n]+)?data: ?$/;

export class FastPath {
  /** The beginning of what may be a known event. */
  private held: ByteStore | undefined = undefined;
  private known: Known | undefined = undefined;

  /** The rest is the ordinary way: bytes, texts of events, deltas that are alike; behind those canonical events, and frames. */
  constructor(
    private readonly source: StreamSource,
    private readonly reading: Reading,
    private readonly repeated: RepeatedDeltas,
  ) {}

  push(chunk: Uint8Array): void {
    const { held } = this;
    let at = 0;
    while (held !== undefined && held.length > 0 && at < chunk.length) {
      const end = endOfLines(chunk, at);
      const piece = chunk.subarray(at, end);
      at = end;
      const last = piece[piece.length - 1];
      if (last === LF || last === CR || held.length + piece.length > this.limit) this.take(held.take(piece));
      else held.add(piece);
    }
    if (at < chunk.length) this.take(at === 0 ? chunk : chunk.subarray(at));
  }

  /** The machines get what passed them by, and what was held back goes the ordinary way: so may what follows. */
  settle(): void {
    this.feed(this.held?.take(NOTHING) ?? NOTHING);
  }

  private take(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      const from = at;
      const rest = chunk.length - from;
      const event = this.known === undefined ? this.learnable(rest) : undefined;
      const isWhole = event !== undefined && this.source.betweenEvents;
      const known = isWhole ? this.learn(event, chunk, from) : this.known;
      if (known !== undefined) at = this.run(known, chunk, from);
      if (at > from) continue;
      const isInside = event !== undefined && !isWhole;
      const isSplit = isInside || (rest > 2 * SLICE && this.repeated.conversion.run > 0);
      at = isSplit ? endOfEvent(chunk, isInside ? from : from + SLICE) : chunk.length;
      this.feed(from === 0 && at === chunk.length ? chunk : chunk.subarray(from, at));
    }
  }

  /** The ordinary way. */
  private feed(bytes: Uint8Array): void {
    this.forget();
    this.reading.read(this.source, this.source.push(bytes));
  }

  /** The known events from there on. Gives back the offset behind them, and holds the beginning of another. */
  private run(known: Known, chunk: Uint8Array, from: number): number {
    const { pattern, template, texts } = known;
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const found: number[] = [];
    let at = from;
    let end = from;
    while (texts.length < LONGEST_HELD) {
      at = behindLines(chunk, at);
      if (at === chunk.length) break;
      end = pattern.match(chunk, view, at);
      if (end < 0 || end - at > Math.min(LONGEST_UNSEEN, this.source.maxEventBytes)) break;
      if (!pattern.foreign) found.push(pattern.start, pattern.end);
      else if (!this.rewrite(template, chunk.subarray(pattern.start, pattern.end), chunk, found)) {
        end = REFUSED;
        break;
      }
      known.events++;
      known.copied++;
      texts.add(chunk, pattern.start, pattern.end);
      at = end;
    }
    this.write(template, chunk, found);
    if (texts.length >= LONGEST_HELD) this.catchUp(known);
    else if (end === UNFINISHED && chunk.length - at <= this.limit) {
      this.held ??= new ByteStore();
      this.held.add(chunk, at);
      return chunk.length;
    }
    return at;
  }

  private write(template: Template | undefined, bytes: Uint8Array, found: readonly number[]): void {
    if (found.length > 0 && template !== undefined) this.repeated.output.bytes(template.write(bytes, found));
  }

  /** Writes what was found before, and a text that has to be printed anew; false where that is not possible. */
  private rewrite(template: Template | undefined, body: Uint8Array, chunk: Uint8Array, found: number[]): boolean {
    const text = rewritten(body);
    if (text === undefined) return false;
    this.write(template, chunk, found);
    found.length = 0;
    this.write(template, text, [0, text.length]);
    return true;
  }

  /** What passed the machines by, as deltas that were known by their texts; it goes on if they became what those became. */
  private catchUp(known: Known): void {
    const { event, pattern, events, texts } = known;
    if (events === 0) return;
    const { reading, repeated } = this;
    known.events = 0;
    event.grown = pattern.grown;
    reading.skip(events);
    repeated.hold(events, DECODER.decode(texts.take(NOTHING)));
    repeated.settle();
    if (repeated.learned !== event) this.known = undefined;
  }

  private forget(): void {
    const { known } = this;
    if (known === undefined) return;
    if (known.copied < USEFUL) this.repeated.failures++;
    this.catchUp(known);
    this.known = undefined;
  }

  /** What is known by its JSON, where looking for its bytes is likely to pay. */
  private learnable(rest: number): RepeatedEvent | undefined {
    const { learned, conversion, learning, failures } = this.repeated;
    if (learned === undefined || conversion.closed || failures >= learning.tries) return undefined;
    return this.source.ofEvents && this.repeated.isFollowedBy(rest) ? learned : undefined;
  }

  /** The bytes of the event that comes next; nothing where it is another one. */
  private learn(event: RepeatedEvent, chunk: Uint8Array, from: number): Known | undefined {
    const { repeated } = this;
    const at = behindLines(chunk, from);
    const open = chunk.indexOf(OPEN_BRACE, at);
    const end = chunk.indexOf(LF, open);
    if (open === -1 || end === -1) return undefined;
    const head = DECODER.decode(chunk.subarray(at, open));
    // A line feed that comes last may come in the next slice.
    const pattern = HEAD.test(head) ? new Pattern(event, head, chunk[end - 1] === CR ? "\r\n\r" : "\n\n") : undefined;
    const match = pattern?.match(chunk, new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength), at) ?? REFUSED;
    if (match === REFUSED) repeated.failures++;
    if (match < 0 || pattern === undefined) return undefined;
    repeated.settle();
    if (repeated.learned !== event) return undefined;
    this.known = { event, pattern, template: event.target && new Template(event.target), copied: 0, events: 0, texts: new ByteStore() };
    return this.known;
  }

  private get limit(): number {
    return Math.min(LONGEST_HELD, this.source.maxEventBytes);
  }
}

/** Blank lines between events mean nothing; one may be the rest of the line end before it. */
function behindLines(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === LF || bytes[at] === CR) at++;
  return at;
}

/** Behind the line ends that come next. */
function endOfLines(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++;
  return behindLines(bytes, at);
}

/** Behind the blank line that ends an event, where lines end in LF or CRLF; behind all where none comes soon. */
function endOfEvent(bytes: Uint8Array, from: number): number {
  const last = Math.min(bytes.length, from + SEARCHED);
  for (let at = from; at < last; at++) {
    if (bytes[at] !== LF) continue;
    if (bytes[at + 1] === LF) return at + 2;
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3;
  }
  return bytes.length;
}
