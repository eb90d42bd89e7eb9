/** What the playground shows of a document: what comes out in each style, and the parts of the source that findings are about. */
import {
  createStreamTranslator,
  explainIssue,
  type Issue,
  parseJson,
  type Result,
  translateRequest,
  translateResponse,
} from "../../src/index.js";
import { type Span, spansOf } from "./places.js";
import { STYLES, type State, type Style } from "./state.js";

export interface Target {
  readonly style: Style;
  /** Empty where there is no result. */
  readonly text: string;
  readonly findings: readonly Finding[];
}
export interface Finding {
  readonly issue: Issue;
  readonly explained: string;
  /** In the source. */
  readonly span: Span | undefined;
}
/** One event of a stream, and what each target writes for it. */
export interface Step {
  readonly source: string;
  readonly written: readonly string[];
}

/** One target for each other style. */
export function targetsOf({ kind, style, text }: State): readonly Target[] {
  const others = STYLES.filter((name) => name !== style);
  if (kind === "stream") return others.map((to) => ({ style: to, ...streamed(text, style, to) }));
  const parsed = parseJson(text, { style });
  if (!parsed.ok) return others.map((to) => ({ style: to, text: "", findings: findingsOf(undefined, parsed.issues) }));
  return others.map((to) => {
    const result = kind === "request" ? requestIn(parsed.value, style, to) : translateResponse(parsed.value, { from: style, to });
    return { style: to, text: result.ok ? JSON.stringify(result.value, null, 2) : "", findings: findingsOf(text, result.issues) };
  });
}

function requestIn(body: unknown, from: Style, to: Style): Result<unknown> {
  const path = from === "generate-content" ? { path: "/v1beta/models/gemini-2.5-flash:generateContent" } : {};
  const result = translateRequest(body, { from, to, profile: "vendor", ...path });
  return result.ok ? { ...result, value: result.value.body } : result;
}

function findingsOf(text: string | undefined, issues: readonly Issue[]): readonly Finding[] {
  const paths = issues.map(({ path }) => path);
  const spans = text === undefined ? [] : spansOf(text, paths);
  return issues.map((issue, index) => ({ issue, explained: explainIssue(issue.code), span: spans[index] }));
}

function streamed(text: string, from: Style, to: Style): Omit<Target, "style"> {
  const translator = createStreamTranslator({ from, to, profile: "vendor" });
  const decoder = new TextDecoder();
  const out = decoder.decode(translator.push(text)) + decoder.decode(translator.end());
  return { text: out, findings: findingsOf(undefined, translator.issues) };
}

/** A stream event by event: what comes in, and what goes out for it in each other style. */
export function stepsOf({ style, text }: State): readonly Step[] {
  const decoder = new TextDecoder();
  const translators = STYLES.filter((name) => name !== style).map((to) => createStreamTranslator({ from: style, to, profile: "vendor" }));
  const steps = (text.match(/[\s\S]*?(?:\r?\n){2,}|[\s\S]+$/g) ?? []).map((source) => ({
    source,
    written: translators.map((translator) => decoder.decode(translator.push(source))),
  }));
  const last = translators.map((translator) => decoder.decode(translator.end()));
  return last.some((written) => written !== "") ? [...steps, { source: "", written: last }] : steps;
}

/** A piece of the source: with the findings about it, or between two of them. */
export interface Piece {
  readonly text: string;
  readonly reasons: readonly string[];
}

/** The source, cut at the places of findings. Places do not overlap: they are keys, brackets and plain values. */
export function piecesOf(text: string, targets: readonly Target[]): readonly Piece[] {
  const marks = new Map<number, { readonly end: number; readonly reasons: string[] }>();
  for (const { findings } of targets)
    for (const { issue, span } of findings) {
      if (span === undefined) continue;
      const mark = marks.get(span.start) ?? { end: span.end, reasons: [] };
      if (!mark.reasons.includes(issue.message)) mark.reasons.push(issue.message);
      marks.set(span.start, mark);
    }
  const pieces: Piece[] = [];
  let at = 0;
  for (const [start, { end, reasons }] of [...marks].sort(([one], [other]) => one - other)) {
    if (start > at) pieces.push({ text: text.slice(at, start), reasons: [] });
    pieces.push({ text: text.slice(start, end), reasons });
    at = end;
  }
  return at < text.length ? [...pieces, { text: text.slice(at), reasons: [] }] : pieces;
}
