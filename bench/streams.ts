/** Streams: each direction and kind of delta, cut in three ways, against the floors and the peers. */
import { createStreamTranslator } from "../src/index.js";
import { carriedBy } from "./carried.js";
import { createStream, joined, type Kind, type StreamCorpus, type Style, slices } from "./corpus.js";
import { type Direction, floorA, floorB, floorC, type Participant } from "./floors.js";
import { type Effort, measure, type Timing, times } from "./measure.js";
import { lingua, llmBridge } from "./peers.js";

export type Pieces = "16 KB" | "one event" | "1 byte";

export interface StreamRow {
  readonly from: Style;
  readonly to: Style;
  readonly kind: Kind;
  readonly pieces: Pieces;
  /** Of a delta, in microseconds. */
  readonly microseconds: number;
  /** How many times as long each of the others takes: above 1 is slower than the library. */
  readonly times: Readonly<Record<string, number>>;
  /** The fastest peer that carries everything. */
  readonly peer?: { readonly name: string; readonly times: number };
  /** Those that do not do the same, and what they leave out. */
  readonly incomplete: readonly string[];
}

const LIBRARY = "interlingua";
const REUSED = "interlingua, reused buffer";
const REFERENCE = "interlingua, fast path off";

const library: Participant = {
  name: LIBRARY,
  translate({ from, to }, pieces, out) {
    const translator = createStreamTranslator({ from, to });
    for (const piece of pieces) out(translator.push(piece));
    out(translator.end());
  },
};
const reference: Participant = {
  name: REFERENCE,
  translate({ from, to }, pieces, out) {
    const translator = createStreamTranslator({ from, to, fastPath: false });
    for (const piece of pieces) out(translator.push(piece));
    out(translator.end());
  },
};
const buffer = new Uint8Array(256 * 1024);
const reused: Participant = {
  name: REUSED,
  translate({ from, to }, pieces, out) {
    const translator = createStreamTranslator({ from, to });
    for (const piece of pieces) out(translator.pushInto(piece, buffer));
    out(translator.end());
  },
};

export interface StreamPlan {
  readonly kinds: readonly Kind[];
  readonly pieces: readonly Pieces[];
  readonly deltas: number;
  readonly effort: Effort;
}

export async function measureStreams(
  { from, to }: Pick<StreamRow, "from" | "to">,
  plan: StreamPlan,
  note: (text: string) => void,
): Promise<readonly StreamRow[]> {
  const peers = [await llmBridge(), await lingua()].filter((peer) => peer !== undefined);
  const c = await floorC();
  const others: readonly Participant[] = [floorA, floorB, ...(c === undefined ? [] : [c]), ...peers];
  const rows: StreamRow[] = [];
  for (const pieces of plan.pieces)
    for (const kind of plan.kinds) {
      if (pieces === "1 byte" && kind !== "text") continue;
      const corpus = createStream(from, kind, pieces === "1 byte" ? plan.deltas / 10 : plan.deltas);
      const row = await measureOne({ from, to, kind }, pieces, corpus, others, plan.effort);
      note(`${from} → ${to}, ${kind}, ${pieces}: ${row.microseconds.toFixed(2)} µs, ${(row.times.B ?? 0).toFixed(1)} × B`);
      rows.push(row);
    }
  return rows;
}

async function measureOne(
  direction: Direction,
  pieces: Pieces,
  corpus: StreamCorpus,
  others: readonly Participant[],
  effort: Effort,
): Promise<StreamRow> {
  const cut = pieces === "16 KB" ? slices(corpus.bytes, 16384) : pieces === "1 byte" ? slices(corpus.bytes, 1) : corpus.frames;
  // The views that a peer gets are copies: some of them keep or detach what they are given.
  const participants = [library, reused, reference, ...others];
  const incomplete: string[] = [];
  const complete: Participant[] = [];
  for (const participant of participants) {
    const flaw = await flawOf(participant, direction, cut, corpus);
    if (flaw !== undefined) incomplete.push(`${participant.name}: ${flaw}`);
    if (flaw !== BROKEN) complete.push(participant);
  }
  const timings = await measure(
    complete.map((participant) => ({ name: participant.name, run: () => lengthOf(participant, direction, cut) })),
    effort,
  );
  return rowOf(direction, pieces, corpus, timings, incomplete);
}

function lengthOf(participant: Participant, direction: Direction, pieces: readonly Uint8Array[]): number | Promise<number> {
  let length = 0;
  const running = participant.translate(direction, pieces, (bytes) => {
    length += bytes.length;
  });
  return running === undefined ? length : running.then(() => length);
}

const BROKEN = "fails";

/** Undefined for one that carries all of the text, in about as many events. The floors do not translate. */
async function flawOf(
  participant: Participant,
  direction: Direction,
  pieces: readonly Uint8Array[],
  corpus: StreamCorpus,
): Promise<string | undefined> {
  if (participant === floorA || participant === floorB) return undefined;
  const out: Uint8Array[] = [];
  try {
    await participant.translate(direction, pieces, (bytes) => out.push(bytes.slice()));
  } catch {
    return BROKEN;
  }
  if (participant.name === "C" && direction.kind === "arguments") return undefined;
  const { payload, events } = carriedBy(direction.to, direction.kind, joined(out));
  if (payload === corpus.payload) return undefined;
  const share = Math.round((100 * payload.length) / corpus.payload.length);
  return events === 0 || share === 0 ? "carries none of it" : `carries ${share} % of it, in ${events} events of ${corpus.deltas}`;
}

function rowOf(
  direction: Direction,
  pieces: Pieces,
  corpus: StreamCorpus,
  timings: readonly Timing[],
  incomplete: readonly string[],
): StreamRow {
  const own = timings.find(({ name }) => name === LIBRARY);
  const ratios = Object.fromEntries(timings.map(({ name }) => [name, times(timings, name, LIBRARY) ?? Number.NaN]));
  const peers = timings.filter(
    ({ name }) => ![LIBRARY, REUSED, REFERENCE, "A", "B", "C"].includes(name) && !incomplete.some((flaw) => flaw.startsWith(`${name}:`)),
  );
  const [best] = peers.map(({ name }) => ({ name, times: ratios[name] ?? Number.NaN })).sort((a, b) => a.times - b.times);
  return {
    ...direction,
    pieces,
    microseconds: ((own?.milliseconds ?? Number.NaN) * 1000) / corpus.deltas,
    times: ratios,
    ...(best === undefined ? {} : { peer: best }),
    incomplete,
  };
}

/** The names of the library's own variants in `times`. */
export const VARIANTS = { reused: REUSED, reference: REFERENCE } as const;
