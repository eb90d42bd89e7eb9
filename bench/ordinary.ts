/**
 * Streams as they are: short ones, whole, start and end included. Their lengths are those of recorded answers, most of which have a few
 * dozen events; the recorded streams themselves are measured as well where they are on the machine.
 */
import { createStreamTranslator } from "../src/index.js";
import { recordedStreams } from "../test/support/streams.js";
import { createStream, joined, type Kind, type Style, slices } from "./corpus.js";
import { floorB, floorC, type Participant } from "./floors.js";
import { type Effort, measure, times } from "./measure.js";
import { lingua, llmBridge } from "./peers.js";

/** Deltas of the streams; the median answer of a service has about as many events as the middle ones. */
const LENGTHS: Readonly<Record<Style, readonly number[]>> = {
  "chat-completions": [1, 3, 12, 30, 52, 54, 80, 160],
  messages: [1, 3, 8, 14, 21, 22, 45, 120],
  "generate-content": [1, 1, 2, 2, 2, 3, 8, 30],
};
/** Most answers are texts. */
const KINDS: readonly Kind[] = ["text", "text", "text", "thinking", "text", "arguments", "text", "text"];

export interface OrdinaryStream {
  /** One frame each. */
  readonly frames: readonly Uint8Array[];
}

export type OrdinaryPieces = "whole" | "16 KB" | "one event";
export const PIECES: readonly OrdinaryPieces[] = ["whole", "16 KB", "one event"];

export interface OrdinaryRow {
  readonly what: "like recorded ones" | "recorded";
  readonly from: Style;
  readonly to: Style;
  readonly pieces: OrdinaryPieces;
  readonly streams: number;
  /** Of an event, in microseconds. */
  readonly microseconds: number;
  /** How many times as long each of the others takes: above 1 is slower than the library. */
  readonly times: Readonly<Record<string, number>>;
}

/** The same streams in every run: texts, thoughts and calls of the lengths that services send. */
export function ordinaryStreams(style: Style): readonly OrdinaryStream[] {
  return LENGTHS[style].map((count, index) => {
    const { frames } = createStream(style, KINDS[index] ?? "text", count, index + 1);
    return { frames: style === "generate-content" ? frames.map(escaped) : frames };
  });
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** As that service prints its texts: none of these characters stands anywhere else. */
function escaped(frame: Uint8Array): Uint8Array {
  const text = decoder.decode(frame).replace(/[<>&'=]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
  return encoder.encode(text);
}

/** Those that the floor can read: it knows no comments, and nothing that is no JSON. */
function recordedOf(style: Style): readonly OrdinaryStream[] {
  return recordedStreams([style])
    .filter(({ text }) => text.length < 200_000)
    .map(({ text }) => ({ frames: text.split(/(?<=\n\n|\r\n\r\n)/).map((frame) => encoder.encode(frame)) }))
    .filter(({ frames }) => {
      try {
        floorB.translate({ from: style, to: style, kind: "text" }, frames, () => {});
        return true;
      } catch {
        return false;
      }
    });
}

function cut({ frames }: OrdinaryStream, pieces: OrdinaryPieces): readonly Uint8Array[] {
  if (pieces === "one event") return frames;
  const bytes = joined(frames);
  return pieces === "whole" ? [bytes] : slices(bytes, 16_384);
}

const LIBRARY = "interlingua";

/** @param fastPath false: as it was before events that are like the ones before were copied */
function library(fastPath: boolean): Participant {
  return {
    name: LIBRARY,
    translate({ from, to }, pieces, out) {
      const translator = createStreamTranslator({ from, to, profile: "vendor", fastPath });
      for (const piece of pieces) out(translator.push(piece));
      out(translator.end());
    },
  };
}

/** One direction, with the floors and the peers: beside other company the same takes another time. */
export async function measureOrdinary(
  { from, to }: Pick<OrdinaryRow, "from" | "to">,
  fastPath: boolean,
  effort: Effort,
  note: (text: string) => void,
): Promise<readonly OrdinaryRow[]> {
  const others = [floorB, await floorC(), await llmBridge(), await lingua()];
  const participants = [library(fastPath), ...others.filter((each) => each !== undefined)];
  const rows: OrdinaryRow[] = [];
  for (const [what, streams] of [["like recorded ones", ordinaryStreams(from)] as const, ["recorded", recordedOf(from)] as const])
    for (const pieces of PIECES) {
      if (streams.length === 0) continue;
      const row = await measureSet({ what, from, to, pieces }, streams, participants, effort);
      const path = fastPath ? "" : ", without the fast path";
      note(`${from} → ${to}, ${what}, ${pieces}${path}: ${row.microseconds.toFixed(2)} µs an event, ${(row.times.B ?? 0).toFixed(2)} × B`);
      rows.push(row);
    }
  return rows;
}

/** Rows with the fast path, and how many times as long the same takes without. @param reference the rows without */
export function withReference(rows: readonly OrdinaryRow[], reference: readonly OrdinaryRow[]): readonly OrdinaryRow[] {
  return rows.map((row, index) => {
    const slower = (row.times.B ?? Number.NaN) / (reference[index]?.times.B ?? Number.NaN);
    return { ...row, times: { ...row.times, reference: slower } };
  });
}

async function measureSet(
  facts: Pick<OrdinaryRow, "what" | "from" | "to" | "pieces">,
  streams: readonly OrdinaryStream[],
  participants: readonly Participant[],
  effort: Effort,
): Promise<OrdinaryRow> {
  const pieces = streams.map((stream) => cut(stream, facts.pieces));
  const direction = { from: facts.from, to: facts.to, kind: "text" } as const;
  const run = async (participant: Participant) => {
    let length = 0;
    const out = (bytes: Uint8Array) => {
      length += bytes.length;
    };
    for (const each of pieces) {
      const running = participant.translate(direction, each, out);
      if (running !== undefined) await running;
    }
    return length;
  };
  const whole: Participant[] = [];
  // A participant that cannot read what services send is none.
  for (const participant of participants)
    await run(participant).then(
      () => whole.push(participant),
      () => undefined,
    );
  const timings = await measure(
    whole.map((participant) => ({ name: participant.name, run: () => run(participant) })),
    effort,
  );
  const events = streams.reduce((sum, { frames }) => sum + frames.length, 0);
  const own = timings.find(({ name }) => name === LIBRARY)?.milliseconds ?? Number.NaN;
  return {
    ...facts,
    streams: streams.length,
    microseconds: (own * 1000) / events,
    times: Object.fromEntries(timings.map(({ name }) => [name, times(timings, name, LIBRARY) ?? Number.NaN])),
  };
}
