/**
 * What each vendor takes of JSON Schema where it binds the model: in strict tools, and in formats of answers.
 * Sources: OpenAI's guide to structured outputs and its `toStrictJsonSchema`; Anthropic's `transformJSONSchema` and its
 * documented limits; Google's reference of `responseJsonSchema` and of `Schema`.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../core/json.js";
import { isNumeric, listOf, propertiesOf } from "./keywords.js";

/** The place that a schema is written for. */
export interface SchemaTarget {
  readonly vendor: "openai" | "anthropic" | "google";
  readonly use: "tool" | "format";
  /** Whether the service is to hold the model to the schema. A wish: see `strict` of the result. */
  readonly strict: boolean;
}

/** What takes a schema: a vendor's JSON Schema, or the subset of OpenAPI that Google calls `Schema`. */
export type DialectName = SchemaTarget["vendor"] | "subset";

export interface Dialect {
  /** Whose it is, in messages. */
  readonly who: string;
  /** Objects take no keys but those that are listed, so that what may be any value is text. Tuples are lists of one kind. */
  readonly closes?: true;
  /**
   * Tuples and values of keys that are not listed have no place, an object lists one property at least, and null is no type
   * beside others. Listed are texts that are not empty; numbers as text, with the format `enum`.
   */
  readonly isOpenApi?: true;
  /** Each property must be required. */
  readonly allRequired?: true;
  /** A reference may lead back to where it stands. */
  readonly recursion?: true;
  /** Beside `enum` and `const` there is no `type`. */
  readonly alone?: true;
  /** How many items a tuple has is written. */
  readonly counts?: true;
  /** The values that `enum` may list. */
  readonly lists: (value: Json) => boolean;
  /** The keywords that the vendor takes; the structural ones are not asked for. */
  readonly takes: Readonly<Record<string, Takes>>;
}

/** Whether a keyword may have the value beside these types. */
type Takes = (value: Json, types: readonly string[]) => boolean;

const OPENAI_FORMATS = ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];
/** The service refuses a schema with any other format of the type. */
const SUBSET_FORMATS: Readonly<Record<string, readonly Json[]>> = {
  string: ["enum", "date-time"],
  number: ["float", "double"],
  integer: ["int32", "int64"],
};

/** Lookaround and references to groups, which services compile to no grammar. */
const IRREGULAR = /\(\?[=!<]|\\[1-9]|\\k</;

const isText = (value: Json) => typeof value === "string";
const isNumber = (value: Json) => typeof value === "number";
const isScalar = (value: Json) => value === null || typeof value !== "object";
const isCount: Takes = (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const isBound: Takes = (value, types) => typeof value === "number" && types.some(isNumeric);
const isItemCount: Takes = (value, types) => typeof value === "number" && types.includes("array");
const isRegular: Takes = (value, types) => types.includes("string") && typeof value === "string" && !IRREGULAR.test(value);

function oneOf(formats: readonly Json[]): Takes {
  return (value, types) => types.includes("string") && formats.includes(value);
}

const BOUNDS = { minimum: isBound, maximum: isBound, minItems: isItemCount, maxItems: isItemCount };
/** They are int64 in the subset, and those are text in JSON. */
export const COUNTS: readonly string[] = ["minItems", "maxItems", "minProperties", "maxProperties", "minLength", "maxLength"];

/** {@link Dialect.takes} of the subset. */
export const SUBSET_KEYWORDS: Dialect["takes"] = {
  format: (value, types) => types.some((type) => SUBSET_FORMATS[type]?.includes(value) === true),
  pattern: isText,
  minimum: isNumber,
  maximum: isNumber,
  ...Object.fromEntries(COUNTS.map((keyword) => [keyword, isCount])),
  default: () => true,
  examples: (value) => isJsonArray(value) && value.length === 1,
};

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  openai: {
    who: "OpenAI",
    closes: true,
    allRequired: true,
    recursion: true,
    lists: isScalar,
    counts: true,
    takes: {
      format: oneOf(OPENAI_FORMATS),
      pattern: isRegular,
      ...BOUNDS,
      exclusiveMinimum: isBound,
      exclusiveMaximum: isBound,
      multipleOf: isBound,
    },
  },
  anthropic: {
    who: "Anthropic",
    closes: true,
    lists: isScalar,
    alone: true,
    takes: {
      format: (value, types) => types.length === 1 && oneOf([...OPENAI_FORMATS, "uri"])(value, types),
      minItems: (value, types) => types.length === 1 && types.includes("array") && (value === 0 || value === 1),
    },
  },
  google: {
    who: "Google",
    recursion: true,
    lists: (value) => typeof value === "string" || typeof value === "number",
    takes: { format: oneOf(["date-time", "date", "time"]), ...BOUNDS, $id: isText, propertyOrdering: isJsonArray },
  },
  subset: {
    who: "Google",
    isOpenApi: true,
    lists: isText,
    counts: true,
    takes: SUBSET_KEYWORDS,
  },
};

const LONGEST = "characters in one list of values";
/** What a vendor counts of a schema, in the words of messages; the characters are those of names and values. */
type SchemaSize = ReturnType<typeof sizeOf>;

const GOOGLE = { levels: 10, "listed values": 100 };
/** What is known of the size that a vendor compiles. */
export const LIMITS = {
  openai: { levels: 10, properties: 5000, "listed values": 1000, characters: 120_000, [LONGEST]: 15_000 },
  anthropic: { "optional properties": 10, unions: 16 },
  google: GOOGLE,
  subset: GOOGLE,
} satisfies Readonly<Record<DialectName, Partial<SchemaSize>>>;

/** Of strict tools in one request. */
export const ANTHROPIC_STRICT_TOOLS = 20;

/** From so many values on, the characters of a list are limited. */
const LONG_LIST = 250;

/** What a vendor counts of a reduced schema. */
export function sizeOf(schema: JsonObject) {
  const size = {
    levels: 0,
    properties: 0,
    "listed values": 0,
    "optional properties": 0,
    unions: 0,
    characters: 0,
    [LONGEST]: 0,
  };
  measure(schema, 0, size);
  return size;
}

function measure(node: Json | undefined, level: number, size: SchemaSize): void {
  if (!isJsonObject(node)) return;
  const { required, enum: words, anyOf, type, items, additionalProperties, prefixItems, $defs } = node;
  const properties = propertiesOf(node);
  const names = Object.keys(properties);
  size.levels = Math.max(size.levels, level);
  size.properties += names.length;
  if (names.length > 0) size["optional properties"] += names.length - listOf(required).length;
  size.characters += names.join("").length;
  if (isJsonArray(anyOf) || isJsonArray(type)) size.unions++;
  if (isJsonArray(words)) {
    const characters = words.reduce<number>((sum, word) => sum + (typeof word === "string" ? word.length : 4), 0);
    size["listed values"] += words.length;
    size.characters += characters;
    if (words.length > LONG_LIST) size[LONGEST] = Math.max(size[LONGEST], characters);
  }
  for (const name of names) measure(properties[name], level + 1, size);
  for (const item of listOf(prefixItems)) measure(item, level + 1, size);
  measure(items, level + 1, size);
  measure(additionalProperties, level + 1, size);
  for (const branch of listOf(anyOf)) measure(branch, level, size);
  if (isJsonObject($defs)) for (const name in $defs) measure($defs[name], level, size);
}

/** The first limit that a reduced schema passes, in words. */
export function passedLimit(dialect: DialectName, schema: JsonObject): string | undefined {
  const limits: Readonly<Record<string, number>> = LIMITS[dialect];
  for (const [what, count] of Object.entries(sizeOf(schema))) {
    const { [what]: limit = count } = limits;
    if (count > limit) return `${count} ${what}, and ${DIALECTS[dialect].who} takes ${limit}`;
  }
  return undefined;
}
