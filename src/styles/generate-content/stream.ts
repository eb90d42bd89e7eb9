/**
 * Streams of generate-content: answer objects in unnamed server-sent events, without an end marker. First the objects as the service
 * documents them, taken at once, and printed by hand. Whatever else an object holds, the schema looks at it. Then a stream that is repeated,
 * and arguments that come in pieces, each with its place and whether more of it follows:
 *
 *     {"functionCall": {"name": "f", "willContinue": true}}
 *     {"functionCall": {"partialArgs": [{"jsonPath": "$.city", "stringValue": "New ", "willContinue": true}], "willContinue": true}}
 *     {"functionCall": {"partialArgs": [{"jsonPath": "$.city", "stringValue": "York"}], "willContinue": true}}
 *     {"functionCall": {}}
 */

import { entryOf } from "../../core/collections.js";
import type { Path } from "../../core/issue.js";
import {
  asJson,
  changedAt,
  copyOf,
  isBare,
  isJsonArray,
  isJsonObject,
  isObject,
  type Json,
  type JsonObject,
  setMember,
  soleOf,
} from "../../core/json.js";
import { conforms } from "../../core/schema.js";
import { choiceNumber } from "../../model/events.js";
import { hasOnly, plainJson } from "../../model/extensions.js";
import type { Framing, NormalizerHost, StreamNormalizer } from "../style.js";
import { USAGE_FIELDS } from "./finish.js";
import { AsRead } from "./names.js";
import type { GenerateContentPart } from "./wire.js";
import { GenerateContentResponse } from "./wire-answer.js";

/** An answer as a parser gives it, in shape and with each name as it is read; undefined for an error, and for all that has to be mended. */
export function plainAnswer(wire: unknown): GenerateContentResponse | undefined {
  if (isUsual(wire)) return wire;
  if (!isObject(wire) || wire.error !== undefined) return undefined;
  if ((wire.candidates ?? wire.promptFeedback ?? wire.usageMetadata ?? null) === null) return undefined;
  if (conforms(GenerateContentResponse, wire, new AsRead())) return wire;
  const json = asJson(wire);
  const named = json.ok ? withNames(json.value) : wire;
  return named !== wire && conforms(GenerateContentResponse, named, new AsRead()) ? named : undefined;
}

const NAMES: ReadonlySet<string> = new Set(["modelVersion", "responseId", "createTime"]);

/** Whether it is one as nearly all are: a candidate with one text, counts, and what names the answer. The schema takes four times as long. */
function isUsual(wire: unknown): wire is GenerateContentResponse {
  if (!isBare(wire) || !isUsualCandidate(soleOf(wire.candidates))) return false;
  for (const key in wire) {
    const value = wire[key];
    if (typeof value === "string" ? !NAMES.has(key) : key === "usageMetadata" ? !isUsualUsage(value) : key !== "candidates") return false;
  }
  return true;
}

/** `{"content": {"parts": [{"text": "Hi"}], "role": "model"}, "finishReason": "STOP", "index": 0}` */
function isUsualCandidate(candidate: unknown): boolean {
  if (!isBare(candidate) || !isBare(candidate.content)) return false;
  for (const key in candidate) {
    const value = candidate[key];
    if (key === "index" ? !Number.isInteger(value) : key === "finishReason" ? typeof value !== "string" : key !== "content") return false;
  }
  const { content } = candidate;
  const part = soleOf(content.parts);
  if (!isBare(part) || typeof part.text !== "string") return false;
  for (const key in content) if (key !== "parts" && (key !== "role" || content.role !== "model")) return false;
  for (const key in part) if (key !== "text" && (key !== "thought" || part.thought !== true)) return false;
  return true;
}

/** `{"promptTokenCount": 9, "promptTokensDetails": [{"modality": "TEXT", "tokenCount": 9}], "trafficType": "ON_DEMAND"}` */
function isUsualUsage(usage: unknown): boolean {
  if (!isBare(usage)) return false;
  for (const key in usage) {
    const value = usage[key];
    const isCounted = key.endsWith("Count") ? Number.isInteger(value) : key.endsWith("Details") && isOfCounts(value);
    if (!isCounted && (key !== "trafficType" || typeof value !== "string")) return false;
  }
  return true;
}

function isOfCounts(details: unknown): boolean {
  if (!Array.isArray(details)) return false;
  for (const count of details) {
    if (!isBare(count) || typeof count.modality !== "string" || !Number.isInteger(count.tokenCount)) return false;
    for (const key in count) if (key !== "modality" && key !== "tokenCount") return false;
  }
  return true;
}

/**
 * The JSON text of an object up to what every object repeats, in a third of the time of `JSON.stringify`: it has one candidate, of one text
 * or thought and nothing else.
 */
export function printText({ candidates }: GenerateContentResponse): string {
  const [candidate] = candidates ?? [];
  const [part] = candidate?.content?.parts ?? [];
  const text = `{"text":${JSON.stringify(part?.text)}${part?.thought === true ? ',"thought":true' : ""}}`;
  return `{"candidates":[{"content":{"parts":[${text}],"role":"model"},"index":${candidate?.index}}]`;
}

export const framing: Framing<GenerateContentResponse> = {
  name: () => undefined,
  model: ["modelVersion"],
  fields: {
    ...USAGE_FIELDS,
    created: ["createTime"],
    message: ["finishMessage"],
    logprobs: ["logprobsResult"],
    confidence: ["confidenceScores"],
    stdout: ["output"],
  },
};

/** A stream that is repeated as it came: nothing is written of a candidate after its end. */
export function normalizer({ finished }: NormalizerHost): StreamNormalizer<GenerateContentResponse> {
  return {
    accept(answer) {
      const { candidates } = answer;
      if (!Array.isArray(candidates) || !candidates.every(isObject)) return [answer];
      const isLate = ({ index }: { readonly index?: unknown }, position: number) => finished(choiceNumber(index, position));
      if (!candidates.some(isLate)) return [answer];
      const timely = candidates.flatMap((candidate, position) => {
        if (!isLate(candidate, position)) return [candidate];
        const { content: _content, ...others } = candidate;
        // An index alone carries nothing.
        return Object.keys(others).some((key) => key !== "index") ? [{ ...others, index: candidate.index ?? position }] : [];
      });
      if (timely.length === 0 && !isObject(answer.usageMetadata)) return [];
      return [{ ...answer, candidates: timely }];
    },
    unfinished: () => [],
  };
}

/** Levels of nesting in a path that are read. */
const MAX_STEPS = 64;

type Step = string | number;
/** Objects and lists by their members. */
type Tree = Map<Step, Tree | Json>;
type FunctionCall = NonNullable<GenerateContentPart["functionCall"]>;

/** A call whose arguments come in pieces; `willContinue` states whether more of them follow. */
export class PiecedCall {
  /** UTF-16 units of its pieces so far. */
  held = 0;
  /** `args`, of which members may come whole. */
  private readonly args: Tree = new Map();
  /** Places of the strings that go on in the next piece. */
  private readonly open = new Set<string>();

  /** What its pieces have beside the arguments; the last of it counts. */
  private readonly part: GenerateContentPart = {};
  private readonly call: FunctionCall = { name: "" };

  constructor(readonly path: Path) {}

  /** @returns the positions of the entries of `partialArgs` that cannot be read */
  add(part: GenerateContentPart, { args, partialArgs, ...call }: FunctionCall): readonly number[] {
    this.held += JSON.stringify(part).length;
    addGiven(this.part, part);
    addGiven(this.call, call);
    const given = plainJson(args);
    if (isJsonObject(given)) for (const [key, value] of Object.entries(given)) this.args.set(key, copyOf(value));
    const pieces = plainJson(partialArgs);
    if (!isJsonArray(pieces)) return [];
    return pieces.flatMap((piece, index) => (isJsonObject(piece) && this.put(piece) ? [] : [index]));
  }

  /** A string of it was to go on, and has not yet. */
  get cut(): boolean {
    return this.open.size > 0;
  }

  /** The part as it would have come at once. */
  whole(): GenerateContentPart {
    const { willContinue: _more, ...known } = this.call;
    return { ...this.part, functionCall: { ...known, args: Object.fromEntries(entriesOf(this.args)) } };
  }

  private put(entry: JsonObject): boolean {
    const steps = stepsOf(entry.jsonPath);
    if (steps === undefined) return false;
    const value = givenValue(entry);
    if (value === undefined) return hasOnly(entry, ["jsonPath", "willContinue"]);
    const place = JSON.stringify(steps);
    const last = steps.pop() ?? "";
    let node = this.args;
    for (const step of steps) {
      const inner = entryOf(node, step, () => new Map());
      if (!(inner instanceof Map)) return false;
      node = inner;
    }
    const before = node.get(last);
    if (before instanceof Map) return false;
    const goesOn = this.open.delete(place) && typeof before === "string" && typeof value === "string";
    node.set(last, goesOn ? before + value : value);
    if (entry.willContinue === true) this.open.add(place);
    return true;
  }
}

/** Not by spread: a call may have thousands of pieces. */
function addGiven(node: object, piece: object): void {
  for (const [key, value] of Object.entries(piece)) if ((value ?? "") !== "") setMember(node, key, value);
}

function givenValue(entry: JsonObject): Json | undefined {
  const { stringValue, numberValue, boolValue, nullValue } = entry;
  if (typeof stringValue === "string") return stringValue;
  if (typeof numberValue === "number") return numberValue;
  if (typeof boolValue === "boolean") return boolValue;
  return nullValue === undefined ? undefined : null;
}

/** `$.a.b[0]['odd key']` → `["a", "b", 0, "odd key"]`. */
function stepsOf(path: Json | undefined): Step[] | undefined {
  if (typeof path !== "string" || !path.startsWith("$")) return undefined;
  const steps: Step[] = [];
  let read = 1;
  for (const [step, name, index, , quoted = ""] of path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\[(['"])((?:(?!\3)[^\\]|\\.)*)\3\]/g)) {
    read += step.length;
    steps.push(index !== undefined ? Number(index) : (name ?? quoted.replace(/\\(.)/g, "$1")));
  }
  // Nothing may stand between them.
  return read === path.length && steps.length > 0 && steps.length <= MAX_STEPS ? steps : undefined;
}

/** Lists in the order of the indexes; a gap would only be filled with guesses. */
function jsonOf(node: Tree | Json): Json {
  if (!(node instanceof Map)) return node;
  const members: [Step, Tree | Json][] = [...node];
  // fromEntries, not assignment: a key may be `__proto__`.
  if (!members.every(([key]) => typeof key === "number")) return Object.fromEntries(entriesOf(node));
  return members.sort(([a], [b]) => Number(a) - Number(b)).map(([, inner]) => jsonOf(inner));
}

function entriesOf(node: Tree): [string, Json][] {
  return [...node].map(([key, inner]) => [String(key), jsonOf(inner)]);
}

/** The body with an empty name for each call without one, as the later pieces of a call are. */
export function withNames(body: Json): Json {
  return changedAt(body, ["candidates", "content", "parts"], named);
}

function named(part: Json): Json {
  const call = isJsonObject(part) ? part.functionCall : undefined;
  if (!isJsonObject(part) || !isJsonObject(call) || (call.name ?? null) !== null) return part;
  return { ...part, functionCall: { ...call, name: "" } };
}
