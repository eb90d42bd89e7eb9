/** Whose document it is, by what stands in it. */
import { attempt, isObject } from "./core/json.js";
import type { StyleName } from "./model/index.js";
import { looks, styleNames } from "./style-lists.js";

/**
 * Whether it is the name of a style.
 *
 * @example
 * isStyleName("messages"); // true
 * isStyleName("anthropic"); // false
 */
export function isStyleName(value: unknown): value is StyleName {
  return styleNames.some((name) => name === value);
}

/**
 * The style of a request, an answer, an error body or an event of a stream, by the fields that only one style has, else by the model's
 * name or a missing `max_tokens`.
 *
 * @param body any parsed value; a list is looked at as the events of one stream
 * @returns undefined where nothing shows the style, or as much speaks for another
 * @example
 * detectStyle({ contents: [{ parts: [{ text: "hi" }] }] }); // "generate-content"
 * detectStyle({ model: "m", max_tokens: 9, system: "Be brief.", messages: [] }); // "messages"
 * detectStyle({ model: "m", max_tokens: 9, messages: [] }); // undefined
 */
export function detectStyle(body: unknown): StyleName | undefined {
  return attempt(styleOf, body);
}

function styleOf(body: unknown): StyleName | undefined {
  const places = new Places();
  const documents = Array.isArray(body) ? body.slice(0, MOST_ITEMS) : [body];
  for (const document of documents) places.add(document, "", 0);
  const counts = styleNames.map((name) => looks[name].signs.split(" ").filter((sign) => places.found.has(sign)).length);
  const most = counts.reduce((one, other) => Math.max(one, other), 0);
  const likely = styleNames.filter((_, index) => counts[index] === most);
  const guessed =
    likely.length === 1 ? likely : likely.filter((name) => documents.some((document) => isObject(document) && looks[name].guess(document)));
  return guessed.length === 1 ? guessed[0] : undefined;
}

/** More of a document is not looked at. */
const MOST_ITEMS = 200;
const MOST_FIELDS = 10_000;
const DEEPEST = 5;
const LONGEST_WORD = 40;

/** The places of a document, as `messages[].content[].type`, and short texts with them, as `messages[].role=tool`. */
class Places {
  readonly found = new Set<string>();
  private left = MOST_FIELDS;

  add(value: unknown, place: string, depth: number): void {
    if (typeof value === "string" && value.length <= LONGEST_WORD) this.found.add(`${place}=${value}`);
    if (Array.isArray(value)) for (const item of value.slice(0, MOST_ITEMS)) this.add(item, `${place}[]`, depth);
    else if (isObject(value) && depth < DEEPEST)
      for (const key of Object.keys(value)) {
        if (this.left-- <= 0) return;
        const member = value[key];
        if (member === undefined || member === null) continue;
        const at = place === "" ? key : `${place}.${key}`;
        this.found.add(at);
        this.add(member, at, depth + 1);
      }
  }
}
