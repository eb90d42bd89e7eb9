/**
 * Commands that are more than one call of the library. `interlingua check`: what the service of a model refuses of a request, and what it
 * would be sent in its place. `interlingua demo`: a request, its faults and a stream, as the library sees them.
 */
import { checkOptions, TRANSLATION } from "../call.js";
import { styles } from "../codec.js";
import { atSource } from "../core/trace.js";
import {
  createStreamTranslator,
  detectStyle,
  formatRoute,
  type Issue,
  isStyleName,
  parseJson,
  parseRoute,
  type Result,
  rules,
  type StyleName,
  translateRequest,
  validateRequest,
} from "../index.js";
import { resolveProfile } from "../model/common.js";
import { capabilitiesOf } from "../models/index.js";
import { type CallOf, issueTable, type Paint } from "./call.js";

interface Sent {
  readonly path: string;
  readonly body: unknown;
}
interface Found {
  /** Absent where nothing can be sent. */
  readonly sent?: Sent;
  readonly issues: readonly Issue[];
}

/**
 * @param note is told what the person should know beside the findings
 * @returns with `fix` what would be sent; what the service refuses is an error
 */
export function checked(text: string | Uint8Array, call: CallOf<"check">, note: (text: string) => void): Result<Sent | undefined> {
  const { model, fix, others } = call;
  checkOptions(others, "interlingua check --<option>=<value>", TRANSLATION);
  const isListed = capabilitiesOf(model) !== undefined;
  const known = Object.values(styles);
  const { name: common } = known.reduce((found, style) => (style.edge.isCommon ? style : found));
  const vendors = known.find(({ edge }) => edge.models.test(model))?.name ?? (isListed ? common : undefined);
  const json = parseJson(text, { style: call.style ?? vendors ?? common });
  if (!json.ok) return json;
  const { path, body } = requestIn(json.value, call.path);
  const from = call.style ?? detectStyle(body) ?? vendors;
  if (from === undefined) throw new Error("the request does not show of which style it is: add `--style`");
  const to = vendors ?? from;
  if (!isListed) note(`no facts of the model ${JSON.stringify(model)} are listed; what its name shows counts.`);
  const request = { path: pathOf(from, path, model), body };
  const { sent, issues } = from === to ? itself(request, from, call) : translated(request, from, to, call);
  const isMade = from !== to || fix;
  const all = [...issues, ...(sent === undefined ? [] : refusalsOf(sent, to, call, isMade))];
  const [first, ...more] = all;
  if (sent === undefined && first !== undefined) return { ok: false, issues: [first, ...more] };
  return { ok: true, value: fix ? sent : undefined, issues: all };
}

/** Where a request of the style for the model goes. */
function pathOf(style: StyleName, given: string | undefined, model: string): string {
  const route = given === undefined ? undefined : parseRoute("POST", given, { profile: "vendor" });
  const stream = route?.ok === true && "stream" in route.value && route.value.stream;
  return formatRoute({ style, model, stream });
}

/** The findings of validation; of what was made here the refusals alone. */
function refusalsOf({ path, body }: Sent, style: StyleName, { profile }: CallOf<"check">, isMade: boolean): readonly Issue[] {
  const { issues } = validateRequest(body, { style, path, profile, capabilities: capabilitiesOf });
  return issues.flatMap((issue): Issue[] => {
    const isRefused = issue.severity === "error" || (issue.code === `validation.${issue.rule}` && WARNED.has(issue.rule ?? ""));
    if (!isRefused) return isMade ? [] : [issue];
    return [{ ...issue, severity: "error", message: isMade ? `In what would be sent: ${issue.message}` : issue.message }];
  });
}

/** Rules that only warn, for a model may be known by another name: here it is named. */
const WARNED = new Set(rules.filter(({ severity }) => severity === "warning").map(({ id }) => id));

function translated({ path, body }: Sent, from: StyleName, to: StyleName, { model, profile, others }: CallOf<"check">): Found {
  const result = translateRequest(body, { ...others, from, to, path, model, profile, capabilities: capabilitiesOf });
  return result.ok ? { sent: { path: result.value.path, body: result.value.body }, issues: result.issues } : { issues: result.issues };
}

/** The request in its own style: as it is, or without what its model is known to refuse. */
function itself({ path, body }: Sent, style: StyleName, { model, profile, fix, others }: CallOf<"check">): Found {
  const { request } = styles[style];
  const same = translateRequest(body, { from: style, to: style, path, model, report: "all" });
  if (!same.ok) return same;
  // That another model is asked is no finding: it is what was wanted.
  const removed = same.issues.filter(({ code }) => code !== "conflict.resolved");
  const { body: named } = same.value;
  if (!fix) return { sent: { path, body: named }, issues: removed.map((issue) => ({ ...issue, severity: "error" })) };
  const options = { ...resolveProfile({ profile }), findings: { report: "losses" } } as const;
  const decoded = request.decode(named, { ...options, path });
  if (!decoded.ok) return { issues: decoded.issues };
  const encoded = request.encode(decoded.value, { ...others, ...options, model, from: style, fits: true, capabilities: capabilitiesOf });
  const issues = [...removed, ...decoded.issues, ...atSource(encoded.issues, decoded.locate)];
  return encoded.ok ? { sent: { path: encoded.value.path, body: encoded.value.body }, issues } : { issues };
}

/** A document that holds nothing but `path` and `body` is a request with its URL. */
export function requestIn(value: unknown, path: string | undefined): { path: string | undefined; body: unknown } {
  if (typeof value !== "object" || value === null || !("path" in value) || !("body" in value)) return { path, body: value };
  return { path: path ?? (typeof value.path === "string" ? value.path : undefined), body: value.body };
}

const NAMES = Object.keys(styles).filter(isStyleName);
/** The style of the documents here: the first, which most clients know. */
const FROM = NAMES.reduce((first) => first);
const OTHERS = NAMES.filter((name) => name !== FROM);

const REQUEST = {
  model: "claude-sonnet-5-5",
  seed: 7,
  reasoning_effort: "low",
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "What is the weather in Paris?" },
  ],
  tools: [{ type: "function", function: { name: "weather", parameters: { type: "object", properties: { city: { type: "string" } } } } }],
};

const FAULTY = { model: "m", temperature: 3, messages: [{ role: "robot", content: "hi" }] };

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: "c1", model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const STREAM = [chunk({ role: "assistant", content: "Sunny" }), chunk({ content: ", 21 °C." }), chunk({}, "stop"), "data: [DONE]\n\n"];

export function demo(paint: Paint): string {
  const heading = (text: string) => `\n${paint(text, 1)}\n\n`;
  let out = heading(`1  A request of ${FROM}`) + pretty(REQUEST);
  for (const to of OTHERS) {
    const result = translateRequest(REQUEST, { from: FROM, to, profile: "vendor" });
    out += heading(`   in ${to}, and what was lost`) + (result.ok ? pretty(result.value.body) : "") + issueTable(result.issues, paint);
  }
  out += heading("2  Every fault of a request, before it is sent") + pretty(FAULTY);
  out += issueTable(validateRequest(FAULTY, { style: FROM }).issues, paint);
  for (const to of OTHERS.slice(0, 1)) {
    out += heading(`3  A stream of ${FROM}, piece by piece, in ${to}`);
    const translator = createStreamTranslator({ from: FROM, to });
    const decoder = new TextDecoder();
    for (const piece of STREAM) out += `${line("in", piece.trim())}${indented(decoder.decode(translator.push(piece)))}`;
    out += indented(decoder.decode(translator.end()));
  }
  return out;
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 1).replace(/\n\s*/g, " ")}\n`;
}

function indented(text: string): string {
  const frames = text.split("\n").filter((line) => line.startsWith("data: "));
  return frames.map((frame) => line("out", frame)).join("");
}

/** Cut, so that each event is one line of a terminal. */
function line(way: string, frame: string): string {
  return `   ${way.padEnd(3)}  ${frame.length > 100 ? `${frame.slice(0, 99)}…` : frame}\n`;
}
