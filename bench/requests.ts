/** Requests, answers and validation, against `JSON.parse` of the same document and against parse, translate and print. */
import { translateRequest, translateRequestBytes, translateResponse, validateRequest } from "../src/index.js";
import { createAnswer, createChat, createImageRequest, createTranscript, PATHS, type Style } from "./corpus.js";
import { type Effort, measure, times, type Variant } from "./measure.js";
import { lingua, llmBridge } from "./peers.js";

export interface RequestRow {
  readonly what: string;
  readonly from: Style;
  readonly to?: Style;
  readonly microseconds: number;
  /** Share of the time that `JSON.parse` of the document takes. */
  readonly ofParse?: number;
  /** Share of the time that parsing the document and printing what it becomes take. */
  readonly ofParseAndPrint?: number;
  /** How many times as long parse, translate and print take, bytes to bytes. */
  readonly againstPrint?: number;
  readonly peers: Readonly<Record<string, number>>;
}

const IMAGE = 10_000_000;

export async function measureRequests(
  { from, to }: { readonly from: Style; readonly to: Style },
  effort: Effort,
  note: (text: string) => void,
): Promise<readonly RequestRow[]> {
  const rows: RequestRow[] = [];
  const add = (row: RequestRow) => {
    note(`${row.what} ${row.from} → ${to}: ${row.microseconds.toFixed(1)} µs`);
    rows.push(row);
  };
  add(await translation("3 messages", from, to, createChat(from), effort));
  add(await translation("10 KB with tools", from, to, createTranscript(from, 3, 600), effort));
  add(await translation("1 MB, 199 messages", from, to, createTranscript(from), effort));
  add(await translation("10 MB image", from, to, createImageRequest(from, IMAGE), effort));
  add(await translation("the same, image of 1 KB", from, to, createImageRequest(from, 1000), effort));
  add(await splicing(from, to, effort));
  add(await answer(from, to, effort));
  return rows;
}

async function translation(what: string, from: Style, to: Style, document: object, effort: Effort): Promise<RequestRow> {
  const text = JSON.stringify(document);
  const body: object = JSON.parse(text);
  const options = { from, to, path: PATHS[from], model: "m" } as const;
  const big = text.length > 5_000_000;
  const result = translateRequest(body, options);
  const written = result.ok ? result.value.body : undefined;
  const variants: Variant[] = [
    { name: "own", run: () => count(translateRequest(body, options)) },
    { name: "parse", run: () => Object.keys(JSON.parse(text)).length },
    { name: "both", run: () => Object.keys(JSON.parse(text)).length + JSON.stringify(written).length },
  ];
  for (const peer of big ? [] : [await llmBridge(), await lingua()])
    if (peer !== undefined && gives(() => peer.request({ from, to, body, text })))
      variants.push({ name: peer.name, run: () => (peer.request({ from, to, body, text }) === undefined ? 0 : 1) });
  const timings = await measure(variants, effort);
  const names = variants.map(({ name }) => name).filter((name) => name !== "own" && name !== "parse" && name !== "both");
  return {
    what: `translateRequest, ${what}`,
    from,
    to,
    microseconds: 1000 * (timings.find(({ name }) => name === "own")?.milliseconds ?? Number.NaN),
    ofParse: times(timings, "own", "parse") ?? Number.NaN,
    ofParseAndPrint: times(timings, "own", "both") ?? Number.NaN,
    peers: Object.fromEntries(names.map((name) => [name, times(timings, name, "own") ?? Number.NaN])),
  };
}

function gives(run: () => unknown): boolean {
  try {
    const value = run();
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

async function splicing(from: Style, to: Style, effort: Effort): Promise<RequestRow> {
  const bytes = new TextEncoder().encode(JSON.stringify(createImageRequest(from, IMAGE)));
  const options = { from, to, path: PATHS[from], model: "m" } as const;
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const timings = await measure(
    [
      { name: "own", run: () => count(translateRequestBytes(bytes, options)) },
      {
        name: "print",
        run() {
          const result = translateRequest(JSON.parse(decoder.decode(bytes)), options);
          return result.ok ? encoder.encode(JSON.stringify(result.value.body)).length : 0;
        },
      },
    ],
    effort,
  );
  return {
    what: "translateRequestBytes, 10 MB image",
    from,
    to,
    microseconds: 1000 * (timings.find(({ name }) => name === "own")?.milliseconds ?? Number.NaN),
    againstPrint: times(timings, "print", "own") ?? Number.NaN,
    peers: {},
  };
}

async function answer(from: Style, to: Style, effort: Effort): Promise<RequestRow> {
  const text = JSON.stringify(createAnswer(from));
  const body: unknown = JSON.parse(text);
  const timings = await measure(
    [
      { name: "own", run: () => count(translateResponse(body, { from, to })) },
      { name: "parse", run: () => Object.keys(JSON.parse(text)).length },
    ],
    effort,
  );
  return {
    what: "translateResponse",
    from,
    to,
    microseconds: 1000 * (timings.find(({ name }) => name === "own")?.milliseconds ?? Number.NaN),
    ofParse: times(timings, "own", "parse") ?? Number.NaN,
    peers: {},
  };
}

export async function measureValidation(style: Style, effort: Effort, note: (text: string) => void): Promise<readonly RequestRow[]> {
  const text = JSON.stringify(createTranscript(style));
  const body: unknown = JSON.parse(text);
  const timings = await measure(
    [
      { name: "own", run: () => count(validateRequest(body, { style, path: PATHS[style] })) },
      { name: "parse", run: () => Object.keys(JSON.parse(text)).length },
    ],
    effort,
  );
  const what = "validateRequest, 1 MB, 199 messages";
  const microseconds = 1000 * (timings.find(({ name }) => name === "own")?.milliseconds ?? Number.NaN);
  note(`${what} ${style}: ${microseconds.toFixed(1)} µs`);
  return [{ what, from: style, microseconds, ofParse: times(timings, "own", "parse") ?? Number.NaN, peers: {} }];
}

/** Something that is not ok was not measured. */
function count(result: { readonly ok: boolean; readonly issues: readonly unknown[] }): number {
  if (!result.ok) throw new Error("The request that is measured is refused.");
  return 1 + result.issues.length;
}
