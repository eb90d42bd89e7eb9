/** The results as one Markdown document. */
import type { Style } from "./corpus.js";
import type { MemoryRow } from "./memory.js";
import type { OrdinaryRow } from "./ordinary.js";
import type { RequestRow } from "./requests.js";
import type { StartupRow } from "./startup.js";
import { type StreamRow, VARIANTS } from "./streams.js";

export interface Results {
  readonly node: string;
  readonly date: string;
  readonly machine: string;
  readonly quick: boolean;
  readonly ordinary: readonly OrdinaryRow[];
  readonly streams: readonly StreamRow[];
  readonly requests: readonly RequestRow[];
  /** Of what a program takes, bundled, minified and compressed, in bytes. */
  readonly sizes: Readonly<Record<string, number>>;
  readonly startup: readonly StartupRow[];
  readonly memory: readonly MemoryRow[];
}

export function markdown(results: Results): string {
  const { node, date, machine, quick } = results;
  return `# Measured

Node ${node}, ${machine}, ${date}${quick ? ", quick run" : ""}. \`npm run bench\` measures again.

Numbers such as “8.1” say how many times as long the other takes, so higher is better; they are medians of the ratios within
each round of one process, in which the variants take turns, each after what was left by the one before is collected. Absolute
times depend on the machine and on what else it does.

## Streams as they are

Whole answers with start and end, of the lengths that services send; *recorded* are those of services, where they are on the machine.
Each direction has a process of its own, as it has with requests: in one that ran all others before, the same takes up to a fifth longer.

${ordinaryTable(results.ordinary)}

## Long streams

**A** decodes and encodes the bytes. **B** splits on blank lines, parses each event and prints it again. **C** uses
eventsource-parser, parses each event, builds an object of the target and prints it. A, B and C translate little or nothing:
they are floors, not rivals. The *peer* is the fastest other library that carries everything (llm-bridge, lingua). *Reused
buffer* is \`pushInto\`, *reference* is \`fastPath: false\`; both columns are against B.

${streamTable(results.streams)}

Not comparable, because their output leaves things out:

${incomplete(results.streams)}

## Requests, answers, validation

*Of parse*: the time as a multiple of \`JSON.parse\` of the same document, so lower is better; *and print*: of that and of
\`JSON.stringify\` of what it becomes. *Against print*: how many times as
long bytes → parse → translate → print → bytes takes, so higher is better. Peers: how many times as long they take.

${requestTable(results.requests)}

## Sizes

Bundled and minified, gzipped.

${table(
  ["what a program takes", "kB"],
  Object.entries(results.sizes).map(([name, size]) => [`\`${name}\``, kilobytes(size)]),
)}

## Start-up

${table(
  ["import of", "ms of processor time", "first stream after it"],
  results.startup.map(({ entry, milliseconds, firstStream }) => [`\`${entry}\``, milliseconds.toFixed(1), firstStream?.toFixed(1) ?? ""]),
)}

## Memory

${table(
  ["stream", "heap of one at rest", "its buffers", "allocated per event", "with a reused buffer"],
  results.memory.map((row) => [
    direction(row),
    bytes(row.heapAtRest),
    bytes(row.buffersAtRest),
    bytes(row.bytesPerEvent),
    bytes(row.bytesPerEventReused),
  ]),
)}
`;
}

/** What README.md says of speed and size. */
export function headline({ ordinary, streams, sizes, startup }: Results): string {
  const short = ordinary.filter(({ what, pieces }) => what === "like recorded ones" && pieces === "16 KB");
  const long = streams.filter(({ kind, pieces }) => kind === "text" && pieces === "16 KB");
  const times = (rows: readonly { readonly times: OrdinaryRow["times"] }[]) =>
    range(
      rows.flatMap(({ times: { B } }) => B ?? []),
      1,
    );
  const styles = Object.entries(sizes).flatMap(([name, size]) => (/\/(?!sse)/.test(name) ? size / 1000 : []));
  const imported = startup[0]?.milliseconds.toFixed(0) ?? "";
  return `Streams of ordinary length are ${times(short)} times as fast as parsing and printing each event, long ones ${times(long)}. All of it is
${kilobytes(sizes.interlingua)} kB gzipped, one style ${range(styles, 0)}, and imports in ${imported} ms: [performance](docs/performance.md).`;
}

/** The few figures that docs/performance.md shows. */
export function summary(results: Results): string {
  const { node, date, machine, ordinary, streams, requests, memory, sizes, startup } = results;
  const text = streams.filter(({ kind, pieces }) => kind === "text" && pieces !== "1 byte");
  const directions = [...new Set(text.map(direction))];
  const shown = (row: StreamRow | undefined): string[] =>
    row === undefined ? ["", "", ""] : [times(row.times.B), times(row.times.C), row.peer === undefined ? "" : times(row.peer.times)];
  const spliced = requests.flatMap(({ againstPrint }) => againstPrint ?? []);
  const validated = requests.filter(({ what }) => what.startsWith("validateRequest")).flatMap(({ ofParse }) => ofParse ?? []);
  const held = memory.map(({ heapAtRest }) => heapAtRest);
  const short = ordinary.filter(({ what }) => what === "like recorded ones");
  return `Node ${node}, ${machine}, ${date}. The figures say how many times as long the others take. B parses each event and prints it again, C
reads it with eventsource-parser, builds an object of the target and prints it; neither translates.

Streams of the lengths that services send, with start and end, the median of chat-completions with 52 deltas, of messages with 21 and of
generate-content with two:

${table(
  ["stream", "µs per event", "B", "C", "llm-bridge", "one event a push: B", "C", "llm-bridge"],
  directions.map((name) => {
    const of = (pieces: string) => short.find((row) => direction(row) === name && row.pieces === pieces);
    const against = (pieces: string) => [of(pieces)?.times.B, of(pieces)?.times.C, of(pieces)?.times["llm-bridge"]].map(ratio);
    return [name, of("16 KB")?.microseconds.toFixed(2) ?? "", ...against("16 KB"), ...against("one event")];
  }),
)}

A thousand deltas of text; the peer is the fastest other TypeScript or WASM library that carries all of it:

${table(
  ["stream", "µs per delta", "B", "C", "peer", "one event a push: B", "C", "peer"],
  directions.map((name) => {
    const of = (pieces: string) => text.find((row) => direction(row) === name && row.pieces === pieces);
    return [name, of("16 KB")?.microseconds.toFixed(2) ?? "", ...shown(of("16 KB")), ...shown(of("one event"))];
  }),
)}

${[
  validated.length === 0 ? [] : [`Validating a request of 1 MB takes ${range(validated, 2)} of the time that \`JSON.parse\` of it takes.`],
  spliced.length === 0
    ? []
    : [
        `A request with a 10 MB image goes through \`translateRequestBytes\` ${range(spliced, 1)} times as fast as through parse, translate and print.`,
      ],
  held.length === 0
    ? []
    : [
        `Bundled, minified and gzipped, all of the library is ${kilobytes(sizes.interlingua)} kB, \`translateRequest\` ${kilobytes(sizes.translateRequest)}, \`createStreamTranslator\` ${kilobytes(sizes.createStreamTranslator)}. To import it takes ${startup
          .map(({ entry, milliseconds }) => `${milliseconds.toFixed(0)} ms (\`${entry}\`)`)
          .filter((_, index, all) => index === 0 || index === all.length - 1)
          .join(", ")} of processor time.`,
        `A live stream holds ${range(
          held.map((size) => size / 1000),
          1,
        )} KB of heap between two events.`,
      ],
]
  .flat()
  .join("\n")}

[All figures](../bench/results.md), with thinking, tool arguments, single bytes, requests, start-up and memory.

![Speed of text streams, where parsing and printing each event is 1](../bench/results.svg)`;
}

/** Streams as they are, against the floors and the peers. */
export function ordinaryTable(rows: readonly OrdinaryRow[]): string {
  return table(
    ["stream", "which", "streams", "pieces", "µs per event", "B", "C", "llm-bridge", "lingua", "reference"],
    rows.map((row) => [
      direction(row),
      row.what,
      String(row.streams),
      row.pieces,
      row.microseconds.toFixed(2),
      `**${ratio(row.times.B)}**`,
      ratio(row.times.C),
      ratio(row.times["llm-bridge"]),
      ratio(row.times.lingua),
      ratio(row.times.reference),
    ]),
  );
}

function ratio(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? "" : value.toFixed(2);
}

function range(values: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...values).toFixed(digits), Math.max(...values).toFixed(digits)];
  return least === most ? least : `${least} to ${most}`;
}

function streamTable(rows: readonly StreamRow[]): string {
  return table(
    ["stream", "deltas", "pieces", "µs per delta", "A", "B", "C", "peer", "reused buffer", "reference"],
    rows.map((row) => [
      direction(row),
      row.kind,
      row.pieces,
      row.microseconds.toFixed(2),
      times(row.times.A),
      `**${times(row.times.B)}**`,
      times(row.times.C),
      row.peer === undefined ? "none" : `${times(row.peer.times)} ${row.peer.name}`,
      times(against(row, VARIANTS.reused)),
      times(against(row, VARIANTS.reference)),
    ]),
  );
}

/** How many times as long as one of the library's variants B takes. */
function against({ times: ratios }: StreamRow, variant: string): number | undefined {
  const b = ratios.B;
  const own = ratios[variant];
  return b === undefined || own === undefined ? undefined : b / own;
}

function incomplete(rows: readonly StreamRow[]): string {
  const lines = rows.flatMap((row) => row.incomplete.map((flaw) => `- ${direction(row)}, ${row.kind}: ${flaw}`));
  const unique = [...new Set(lines)];
  return unique.length === 0 ? "- none" : unique.join("\n");
}

function requestTable(rows: readonly RequestRow[]): string {
  return table(
    ["what", "direction", "time", "of parse", "and print", "against print", "peers"],
    rows.map((row) => [
      row.what,
      row.to === undefined ? row.from : direction({ from: row.from, to: row.to }),
      row.microseconds < 1000 ? `${row.microseconds.toFixed(1)} µs` : `${(row.microseconds / 1000).toFixed(2)} ms`,
      row.ofParse === undefined ? "" : row.ofParse.toFixed(row.ofParse < 0.01 ? 4 : 2),
      row.ofParseAndPrint === undefined ? "" : row.ofParseAndPrint.toFixed(row.ofParseAndPrint < 0.01 ? 4 : 2),
      times(row.againstPrint),
      Object.entries(row.peers)
        .map(([name, ratio]) => `${times(ratio)} ${name}`)
        .join(", "),
    ]),
  );
}

function direction({ from, to }: { readonly from: Style; readonly to: Style }): string {
  return `${from} → ${to}`;
}

function times(ratio: number | undefined): string {
  return ratio === undefined || Number.isNaN(ratio) ? "" : ratio.toFixed(ratio < 10 ? 1 : 0);
}

function kilobytes(size: number | undefined): string {
  return size === undefined ? "" : (size / 1000).toFixed(size < 10_000 ? 1 : 0);
}

function bytes(count: number): string {
  return `${Math.round(count).toLocaleString("en-US")} B`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "Not measured in this run.";
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
