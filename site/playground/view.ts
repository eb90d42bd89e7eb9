/** What the playground shows of a document: what comes out in each style, and the parts of the source that findings are about. */
import { dialects } from "../../src/dialects.js";
import {
  createStreamTranslator,
  type Dialect,
  explainIssue,
  type Issue,
  type Json,
  type Profile,
  parseJson,
  type Result,
  translateRequest,
  translateResponse,
} from "../../src/index.js";
import { capabilitiesOf } from "../../src/models/index.js";
import { type Span, spansOf } from "./places.js";
import { STYLES, type State, type Style } from "./state.js";

export interface Target {
  readonly style: Style;
  /** Of a request: the URL path to send it to. */
  readonly path?: string;
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
  /** What was said of it, each sentence once. */
  readonly reasons: readonly string[];
}
export interface View {
  readonly targets: readonly Target[];
  /** Of a stream. */
  readonly steps: readonly Step[];
  /** Why nothing could be read at all. */
  readonly broken?: Finding;
}

const ROWS: ReadonlyMap<string, Dialect> = new Map(Object.entries(dialects));

/** The profiles that may be chosen for a target: the two bases, and servers of its style. */
export function profilesOf(style: Style): readonly string[] {
  const servers = [...ROWS].filter(([, row]) => styleOf(row) === style).map(([name]) => name);
  return ["vendor", "gateway", ...servers];
}

function styleOf(row: Dialect): Style {
  if (row.host !== undefined) return "generate-content";
  return row.version === undefined && row.bodyVersion === undefined ? "chat-completions" : "messages";
}

function profileOf(name: string): Profile {
  return name === "gateway" ? name : (ROWS.get(name) ?? "vendor");
}

/** The options of a target; whatever a link holds, the library is called as it wants to be. */
function optionsFor({ style, profiles, report, onLoss, facts }: State, to: Style) {
  const profile = profileOf(profiles[to]);
  return { from: style, to, profile, report, onLoss, ...(facts ? { capabilities: capabilitiesOf } : {}) };
}

/** What there is to see: one target for each other style. */
export function viewOf(state: State): View {
  const others = STYLES.filter((name) => name !== state.style);
  if (state.kind === "stream") return streamView(state, others);
  const parsed = parseJson(state.text, { style: state.style });
  if (parsed.ok) return { targets: others.map((to) => targetOf(state, parsed.value, to)), steps: [] };
  const [issue] = parsed.issues;
  return { targets: others.map((style) => ({ style, text: "", findings: [] })), steps: [], broken: brokenAt(state.text, issue) };
}

function targetOf(state: State, body: Json, to: Style): Target {
  const result = state.kind === "request" ? requestIn(state, body, to) : answerIn(state, body, to);
  const { path, body: written } = result.ok ? result.value : { path: undefined, body: undefined };
  const findings = findingsOf(state.text, result.issues);
  return { style: to, ...(path === undefined ? {} : { path }), text: result.ok ? JSON.stringify(written, null, 2) : "", findings };
}

type Written = Result<{ readonly path?: string; readonly body: unknown }>;

function requestIn(state: State, body: Json, to: Style): Written {
  const model = state.models[to].trim();
  const path = state.style === "generate-content" ? { path: state.path } : {};
  return translateRequest(body, { ...optionsFor(state, to), ...path, ...(model === "" ? {} : { model }) });
}

function answerIn(state: State, body: Json, to: Style): Written {
  const result = translateResponse(body, optionsFor(state, to));
  return result.ok ? { ...result, value: { body: result.value } } : result;
}

function findingsOf(text: string, issues: readonly Issue[]): readonly Finding[] {
  const paths = issues.map(({ path }) => path);
  const spans = spansOf(text, paths);
  return issues.map((issue, index) => finding(issue, spans[index]));
}

function finding(issue: Issue, span: Span | undefined): Finding {
  return { issue, explained: explainIssue(issue.code), span };
}

/** The finding knows the line and the column, both from 1 on. */
function brokenAt(text: string, issue: Issue): Finding {
  const [, line, column] = /line (\d+), column (\d+)/.exec(issue.message) ?? [];
  if (line === undefined) return finding(issue, undefined);
  let start = 0;
  for (let left = Number(line) - 1; left > 0; left--) start = text.indexOf("\n", start) + 1;
  start = Math.min(start + Number(column) - 1, Math.max(0, text.length - 1));
  return finding(issue, { start, end: start + 1 });
}

/** A stream event by event: what comes in, what goes out for it in each other style, and what was said of it. */
function streamView(state: State, others: readonly Style[]): View {
  const lanes = others.map((to) => ({
    to,
    translator: createStreamTranslator(optionsFor(state, to)),
    decoder: new TextDecoder(),
    written: [""],
    findings: [] as Finding[],
  }));
  const steps: Step[] = [];
  let at = 0;
  const step = (source: string | undefined) => {
    const span = { start: at, end: at + (source ?? "").trimEnd().length };
    const reasons = new Set<string>();
    const written = lanes.map((lane) => {
      const known = lane.translator.issues.length;
      const bytes = source === undefined ? lane.translator.end() : lane.translator.push(source);
      for (const issue of lane.translator.issues.slice(known)) {
        lane.findings.push(finding(issue, source === undefined ? undefined : span));
        reasons.add(`${lane.to}: ${issue.message}`);
      }
      const text = lane.decoder.decode(bytes);
      lane.written.push(text);
      return text;
    });
    if (source !== undefined || reasons.size > 0 || written.some((text) => text !== ""))
      steps.push({ source: source ?? "", written, reasons: [...reasons] });
    at += (source ?? "").length;
  };
  for (const source of state.text.match(/[\s\S]*?(?:\r?\n){2,}|[\s\S]+$/g) ?? []) step(source);
  step(undefined);
  return { targets: lanes.map(({ to, written, findings }) => ({ style: to, text: written.join(""), findings })), steps };
}

/** A piece of the source: with the findings about it, or between two of them. */
export interface Piece {
  readonly text: string;
  /** The gravest. */
  readonly severity?: Issue["severity"];
}

/** The source, cut at the places of findings. Places do not overlap: they are keys, brackets and plain values, or whole events. */
export function piecesOf(text: string, findings: readonly Finding[]): readonly Piece[] {
  const marks = new Map<number, { readonly end: number; readonly severity: Issue["severity"] }>();
  for (const { issue, span } of findings) {
    if (span === undefined) continue;
    const before = marks.get(span.start)?.severity;
    const severity = before === undefined || GRAVE.indexOf(issue.severity) > GRAVE.indexOf(before) ? issue.severity : before;
    marks.set(span.start, { end: span.end, severity });
  }
  const pieces: Piece[] = [];
  let at = 0;
  for (const [start, { end, severity }] of [...marks].sort(([one], [other]) => one - other)) {
    if (start > at) pieces.push({ text: text.slice(at, start) });
    pieces.push({ text: text.slice(start, end), severity });
    at = end;
  }
  return at < text.length ? [...pieces, { text: text.slice(at) }] : pieces;
}

const GRAVE: readonly Issue["severity"][] = ["info", "warning", "error"];
