/**
 * What the vendor's reader of JSON takes beyond its documentation: the snake_case spelling of every field name, lists that are one
 * thing or absent, and numbers of words. A body is read in camelCase; payloads (arguments, JSON schemas, labels, the property names
 * of a schema) belong to the caller and are never renamed.
 */

import { lazy } from "../../core/collections.js";
import { movedTo, ok, overruled, type Path, type Report } from "../../core/issue.js";
import {
  AsParsed,
  asBody,
  changedAt,
  isJsonArray,
  isJsonObject,
  isObject,
  type Json,
  type JsonObject,
  mapChanged,
  memberAt,
  sameJson,
  setMember,
} from "../../core/json.js";
import { withListsOfOne } from "../../core/lenient-parse.js";
import { type AnySchema, conforms, isPlainly, refused, type Schema, schemaIssues } from "../../core/schema.js";
import { nameOf } from "../../core/trace.js";
import { NAMED } from "../../json-schema/keywords.js";
import { GenerateContentRequest } from "./wire.js";
import { GenerateContentResponse } from "./wire-answer.js";

/** Names of fields that no schema of this wire looks into. */
const OTHERS = [
  "anyOf audioTimestamp audioTranscription audioTranscriptionConfig avgLogprobs blockingConfidence cacheTokensDetails computerUse",
  "enableAffectiveDialog enableEnhancedCivicAnswers enterpriseWebSearch exaAiSearch fileSearch googleMaps googleSearchRetrieval",
  "imageOutputOptions includeServerSideToolInvocations jsonPath languageCode latLng maxItems maxLength maxProperties mcpServers",
  "mediaProcessing minItems minLength minProperties modelSelectionConfig modelStatus outputCompressionQuality outputMimeType",
  "parallelAiSearch partialArgs partMetadata personGeneration prebuiltVoiceConfig prominentPeople propertyOrdering renderedContent",
  "retrievalConfig routingConfig safetyRatings searchEntryPoint searchTypes speechMetadata streamFunctionCallArguments tokenId",
  "toolUsePromptTokensDetails trafficType translationConfig urlContextMetadata voiceConfig voiceName willContinue",
];

function namesIn({ structure: { members, item, options } }: AnySchema): string[] {
  const inner = [...(item === undefined ? [] : [item]), ...(options?.() ?? [])];
  return [...[...(members?.() ?? [])].flatMap(([name, member]) => [name, ...namesIn(member)]), ...inner.flatMap(namesIn)];
}

/** Every field name of the wire that has more than one word. */
const SNAKE = lazy(() => {
  const names = [...[GenerateContentRequest, GenerateContentResponse].flatMap(namesIn), ...OTHERS.flatMap((line) => line.split(" "))];
  return new Map(names.filter((name) => /[A-Z]/.test(name)).map((name) => [name, nameOf(name)]));
});
const CAMEL = lazy(() => new Map([...SNAKE()].map(([name, snake]) => [snake, name])));

/** Their values belong to the caller. */
const PAYLOADS: ReadonlySet<string> = new Set([
  "args",
  "labels",
  "parametersJsonSchema",
  "responseJsonSchema",
  "partMetadata",
  "customMetadata",
  "details",
]);
const SCHEMAS: ReadonlySet<string> = new Set(["parameters", "response", "responseSchema", "schema"]);
const SCHEMA_PAYLOADS: ReadonlySet<string> = new Set(["default", "example", "examples", "enum", "const", "required", "propertyOrdering"]);

/** What the keys of a node are: names of the wire, names of a schema, or the caller's own property names. */
type Area = "wire" | "schema" | "properties";

/** Where the walk is, with the keys that are given, and who is told of a field in both spellings. */
interface Place {
  readonly at: (string | number)[];
  readonly report: Report | undefined;
}

/**
 * The body in camelCase: the very same object when there is nothing to rename, else one that shares all payloads with it.
 * @param report of a field in both spellings, of which the other is left out; absent: it stays, as a field that nobody knows
 */
export function camelCased(body: Json, report?: Report): Json {
  return renamed(body, "wire", "", { at: [], report });
}

function renamed(node: Json, area: Area, name: string, place: Place): Json {
  if (isJsonArray(node)) return mapChanged(node, (item, index) => renamedAt(index, item, area, name, place));
  return isJsonObject(node) ? renamedObject(node, area, name, place) : node;
}

function renamedAt(step: string | number, node: Json, area: Area, name: string, place: Place): Json {
  place.at.push(step);
  const result = renamed(node, area, name, place);
  place.at.pop();
  return result;
}

function renamedObject(node: JsonObject, area: Area, parent: string, place: Place): Json {
  // Made only when there is something to rename, which is seldom.
  let copy: { [name: string]: Json } | undefined;
  for (const key in node) {
    const value = node[key];
    if (value === undefined) continue;
    const camel = area === "properties" || !key.includes("_") ? key : (CAMEL().get(key) ?? key);
    const isTwice = camel !== key && node[camel] != null;
    if (isTwice && place.report !== undefined) {
      if (!sameJson(value, node[camel])) place.report(overruled([...place.at, key], camel));
      copy ??= membersBefore(node, key);
      continue;
    }
    const name = isTwice ? key : camel;
    const below = typeof value === "object" && value !== null ? areaBelow(area, name, parent) : "payload";
    const next = below === "payload" ? value : renamedAt(key, value, below, name, place);
    if (copy === undefined && name === key && next === value) continue;
    copy ??= membersBefore(node, key);
    // A null under a name that another key has now stands for nothing.
    if (next !== null || !Object.hasOwn(copy, name)) setMember(copy, name, next);
  }
  return copy ?? node;
}

function membersBefore(node: JsonObject, end: string): { [name: string]: Json } {
  const copy = {};
  for (const key in node) {
    if (key === end) break;
    const value = node[key];
    if (value !== undefined) setMember(copy, key, value);
  }
  return copy;
}

/** Takes documents in which nothing is to be renamed. */
export class AsRead extends AsParsed {
  override takes(key: string, value: unknown, levels?: number): boolean {
    return !(key.includes("_") && CAMEL().has(key)) && super.takes(key, value, levels);
  }
}

function areaBelow(area: Area, name: string, parent: string): Area | "payload" {
  switch (area) {
    case "wire":
      if (PAYLOADS.has(name) || (name === "response" && (parent === "functionResponse" || parent === "toolResponse"))) return "payload";
      return SCHEMAS.has(name) ? "schema" : "wire";
    case "schema":
      if (SCHEMA_PAYLOADS.has(name)) return "payload";
      return NAMED.has(name) ? "properties" : "schema";
    case "properties":
      return "schema";
  }
}

/**
 * Visits the keys of a body that are read under their camelCase spelling, until `visit` gives false. What was not renamed is the
 * very same value in both, and is not looked at.
 * @param read the same body in camelCase
 * @param visit the path is that of the walk, which goes on: it is copied to be kept
 * @returns false where the walk was ended
 */
export function visitRespelled(given: unknown, read: unknown, visit: (at: Path) => boolean, at: (string | number)[] = []): boolean {
  if (given === read) return true;
  const keys = Array.isArray(given) ? [...given.keys()] : isObject(given) ? Object.keys(given) : [];
  return keys.every((key) => {
    const name = typeof key === "number" || memberAt(read, key) !== undefined ? key : CAMEL().get(key);
    if (name === undefined) return true;
    at.push(key);
    const goesOn = (name === key || visit(at)) && visitRespelled(memberAt(given, key), memberAt(read, name), visit, at);
    at.pop();
    return goesOn;
  });
}

/** A path of the renamed body in the spelling of the original, so that it points into what the caller passed. */
export function relocate(path: Path, original: unknown): Path {
  let node = original;
  return path.flatMap((step) => {
    // One thing was read as a list of one.
    if (typeof step === "number" && !Array.isArray(node) && isObject(node)) return [];
    const key = typeof step === "string" ? givenKey(node, step) : step;
    node = memberAt(node, key);
    return [key];
  });
}

/** The spelling that holds a value; where neither does, the one that is there. */
function givenKey(node: unknown, camel: string): string {
  const value = memberAt(node, camel);
  if (value != null) return camel;
  const snake = SNAKE().get(camel) ?? camel;
  const other = memberAt(node, snake);
  return other === undefined || other === value ? camel : snake;
}

/**
 * A request as the vendor reads it. One message stands for a list of one: `"contents": {"parts": {"text": "…"}}`. A list that is
 * absent is empty: an answer of which nothing came is sent back as `{"role": "model"}`. An enum is a word or its number:
 * `"threshold": 3`.
 * @param request in camelCase
 * @param found takes the place of each thing that became a list of one
 */
export function asVendorReads(request: Json, found: (path: Path) => void = () => {}): Json {
  const body = withListsOfOne(GenerateContentRequest, request, found);
  return changedAt(changedAt(body, ["contents"], withParts), ["safetySettings"], withWords);
}

function withParts(content: Json): Json {
  const isEmpty = isJsonObject(content) && content.role === "model" && content.parts == null;
  return isEmpty ? { ...content, parts: [] } : content;
}

function withWords(setting: Json): Json {
  if (!isJsonObject(setting)) return setting;
  let read = setting;
  for (const key of ["category", "threshold"]) {
    const value = setting[key];
    if (typeof value === "number" && Number.isInteger(value)) read = { ...read, [key]: value.toFixed(0) };
  }
  return read;
}

/**
 * `readBody` for a body that may be spelled in snake_case: the value is camelCase, the paths of issues are the caller's.
 * @param beyond how a body that the schema refuses is read all the same
 */
export function readRenamed<T>(
  schema: Schema<T>,
  value: unknown,
  bodyRule: string,
  report?: Report,
  beyond: (body: Json) => Json = (body) => body,
) {
  if (isPlainly(schema, value, new AsRead())) return ok(value);
  const json = asBody(value, bodyRule);
  if (!json.ok) return json;
  const given = camelCased(json.value, report);
  if (conforms(schema, given)) return ok(given);
  const body = beyond(given);
  if (conforms(schema, body)) return ok(body);
  const issues = schemaIssues(schema, body).map((issue) => movedTo(issue, relocate(issue.path, value)));
  return refused(issues, bodyRule);
}
