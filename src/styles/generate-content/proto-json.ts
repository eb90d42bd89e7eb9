/**
 * What the vendor's reader of JSON takes beyond its documentation. One message stands for a list of one:
 * `"tools": {"functionDeclarations": […]}`, `"contents": {"parts": {"text": "…"}}`. A list that is absent is empty: an answer of
 * which nothing came is sent back as `{"role": "model"}`. An enum is a word or its number: `"threshold": 3`.
 */
import { compact } from "../../core/compact.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";

interface Shape {
  readonly isList: boolean;
  readonly members: readonly (readonly [key: string, shape: Shape])[];
}

const list = (members: Readonly<Record<string, Shape>> = {}): Shape => ({ isList: true, members: Object.entries(members) });
const one = (members: Readonly<Record<string, Shape>>): Shape => ({ ...list(members), isList: false });
const REQUEST = one({
  contents: list({ parts: list() }),
  systemInstruction: one({ parts: list() }),
  tools: list({ functionDeclarations: list() }),
  safetySettings: list(),
});

/**
 * @param request a body in camelCase
 * @param found takes the place of each thing that became a list of one
 * @returns the very object where it is as documented
 */
export function asVendorReads(request: Json, found: (path: Path) => void = () => {}): Json {
  const body = shaped(request, REQUEST, [], found);
  if (!isJsonObject(body)) return body;
  const contents = changed(body.contents, isEmptyAnswer, (content) => ({ ...content, parts: [] }));
  const safetySettings = changed(body.safetySettings, hasNumbers, numbersAsText);
  return contents === body.contents && safetySettings === body.safetySettings
    ? body
    : { ...body, ...compact({ contents, safetySettings }) };
}

/** The very list where no item is of that kind. */
function changed(
  items: Json | undefined,
  isOf: (item: Json) => item is JsonObject,
  change: (item: JsonObject) => JsonObject,
): Json | undefined {
  return isJsonArray(items) && items.some(isOf) ? items.map((item) => (isOf(item) ? change(item) : item)) : items;
}

const WORDS = ["category", "threshold"] as const;

function hasNumbers(setting: Json): setting is JsonObject {
  return isJsonObject(setting) && WORDS.some((key) => typeof setting[key] === "number");
}

function numbersAsText(setting: JsonObject): JsonObject {
  const texts = WORDS.flatMap((key): [string, Json][] => {
    const value = setting[key];
    return typeof value === "number" && Number.isInteger(value) ? [[key, value.toFixed(0)]] : [];
  });
  return { ...setting, ...Object.fromEntries(texts) };
}

function isEmptyAnswer(content: Json): content is JsonObject {
  return isJsonObject(content) && content.role === "model" && (content.parts ?? null) === null;
}

/** @param place where the node stands; it is copied for what is found */
function shaped(node: Json, shape: Shape, place: (string | number)[], found: (path: Path) => void): Json {
  if (isJsonArray(node)) return shape.isList && shape.members.length > 0 ? shapedItems(node, shape, place, found) : node;
  if (!isJsonObject(node)) return node;
  if (!shape.isList) return withMembers(node, shape, place, found);
  found([...place]);
  place.push(0);
  const item = withMembers(node, shape, place, found);
  place.pop();
  return [item];
}

function shapedItems(node: readonly Json[], shape: Shape, place: (string | number)[], found: (path: Path) => void): Json {
  let items: Json[] | undefined;
  for (let index = 0; index < node.length; index++) {
    const item = node[index];
    if (!isJsonObject(item)) continue;
    place.push(index);
    const next = withMembers(item, shape, place, found);
    place.pop();
    if (next === item) continue;
    items ??= [...node];
    items[index] = next;
  }
  return items ?? node;
}

function withMembers(node: JsonObject, { members }: Shape, place: (string | number)[], found: (path: Path) => void): JsonObject {
  let made: JsonObject | undefined;
  for (const [key, member] of members) {
    const value = node[key];
    if (typeof value !== "object" || value === null || !Object.hasOwn(node, key)) continue;
    place.push(key);
    const next = shaped(value, member, place, found);
    place.pop();
    if (next !== value) made = { ...(made ?? node), [key]: next };
  }
  return made ?? node;
}
