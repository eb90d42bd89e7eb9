/**
 * What each direction keeps of each field, found by translating: every document of `fixtures/`, and documents made from
 * the styles' grammars with a fixed seed. Nothing is listed by hand.
 */
import fc from "fast-check";
import type { Issue, Path } from "../../src/core/issue.js";
import type { BaseProfile, StyleName } from "../../src/model/common.js";
import { styleNames, validators } from "../../src/style-lists.js";
import { wireDocument } from "../arbitraries/index.js";
import { type Outcome, translate } from "../laws/translation.js";
import { type Document, ownDocuments } from "./documents.js";
import { at } from "./leaves.js";

/** Documents of each style and kind that are made up. More find rarer losses, and take longer. */
const GENERATED = 500;
const SEED = 20261121;

/**
 * Of a field, in one direction: the codes of its losses, and how often each sentence said so. `kept` stands for a translation that lost
 * nothing of it.
 */
export type Fates = ReadonlyMap<string, Sentences>;
type Sentences = ReadonlyMap<string, number>;
/** Fates by field, in the order in which fields were met. */
type Fields = ReadonlyMap<string, Fates>;
export type Kind = "request" | "response";

export const KEPT = "kept";
/** Behind the code of a loss that has no effect on the answer. */
export const MINOR = " (info)";
/** The whole translation was. */
export const REFUSED = "refused";

const known = new Map<string, Fields>();
export function findLosses(from: StyleName, to: StyleName, kind: Kind): Fields {
  const key = `${from} ${to} ${kind}`;
  const losses = known.get(key) ?? lossesOf(from, to, kind);
  known.set(key, losses);
  return losses;
}

function lossesOf(from: StyleName, to: StyleName, kind: Kind): Fields {
  const fields = new Map<string, Found>();
  for (const { document, profiles } of corpus(from, kind))
    for (const profile of profiles) note(document, translate(document, { to, profile }), fields);
  // A node whose own fate is never told is spoken for by what is in it.
  const told = [...fields].filter(([field, fates]) => !field.endsWith(NODE) || fates.size > 1 || !fates.has(KEPT));
  return new Map(told.map(([field, fates]) => [field.replace(NODE, ""), fates]));
}

interface Case {
  readonly document: Document;
  /** Those whose rules it obeys: what is not valid in its own style says nothing about translation. */
  readonly profiles: readonly BaseProfile[];
}

const corpora = new Map<string, readonly Case[]>();
function corpus(style: StyleName, kind: Kind): readonly Case[] {
  const key = `${style} ${kind}`;
  const known = corpora.get(key);
  if (known !== undefined) return known;
  const own = ownDocuments(kind).filter((document) => document.style === style);
  const made = [...own, ...fc.sample(wireDocument(style, kind), { seed: SEED, numRuns: GENERATED })].map((document) => ({
    document,
    profiles: PROFILES.filter((profile) => isValid(document, profile)),
  }));
  corpora.set(key, made);
  return made;
}
const PROFILES: readonly BaseProfile[] = ["gateway", "vendor"];

function isValid({ style, kind, body, path }: Document, profile: BaseProfile): boolean {
  const validate = validators[style];
  const options = { profile, ...(path === undefined ? {} : { path }) };
  const issues = kind === "request" ? validate.request(body, options) : validate.response(body, options);
  return issues.every(({ severity }) => severity !== "error");
}

/** Marks fields that are objects or lists, so that they do not mix with leaves of the same name. */
const NODE = "\u0000";

/** Each finding is told of the very node that it names; what is in that node then says nothing by itself. */
function note({ style, body }: Document, { ok, issues }: Outcome, fields: Map<string, Found>): void {
  // Of a translation that failed, only what it failed for is known.
  // Another form with the same effect is kept.
  const losses = issues.filter(
    ({ loss, path, severity }) => loss !== undefined && loss !== "equivalent" && path.length > 0 && (ok || severity === "error"),
  );
  const visit = (node: unknown, path: Path): void => {
    const isNode = typeof node === "object" && node !== null && Object.keys(node).length > 0;
    const here = losses.filter((issue) => samePath(issue.path, path));
    const field = fieldOf(style, body, path) + (isNode ? NODE : "");
    if ((here.length > 0 || (ok && node !== null)) && path.length > 0) {
      const fates: Found = fields.get(field) ?? new Map();
      fields.set(field, fates);
      if (here.length === 0) fates.set(KEPT, new Map());
      for (const issue of here) count(fates, fateOf(issue), issue.message, 1);
    }
    if (here.length > 0 || !isNode || isFree(path)) return;
    for (const [key, member] of Object.entries(node)) visit(member, [...path, Array.isArray(node) ? Number(key) : key]);
  };
  visit(body, []);
}

type Found = Map<string, Map<string, number>>;

function count(fates: Found, fate: string, sentence: string, times: number): void {
  const sentences = fates.get(fate) ?? new Map<string, number>();
  fates.set(fate, sentences.set(sentence, (sentences.get(sentence) ?? 0) + times));
}

/** What is said of all of them. */
export function together(all: readonly Fates[]): Fates {
  const found: Found = new Map();
  for (const fates of all)
    for (const [fate, sentences] of fates) {
      if (!found.has(fate)) found.set(fate, new Map());
      for (const [sentence, times] of sentences) count(found, fate, sentence, times);
    }
  return found;
}

/** What is said most. */
export function sentenceOf(fates: Fates, fate: string): string {
  const [[sentence] = [""]] = [...(fates.get(fate) ?? [])].sort(([a, times], [b, others]) => others - times || (a < b ? -1 : 1));
  return sentence;
}

function fateOf({ code, loss, severity }: Issue): string {
  if (loss === "failed") return REFUSED;
  return severity === "info" ? code + MINOR : code;
}

function samePath(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((step, index) => step === b[index]);
}

/** Below these a caller's own JSON begins. */
const FREE =
  /^(?:parameters|input_schema|parametersJsonSchema|responseSchema|responseJsonSchema|responseFormat|schema|args|input|response|arguments|metadata|labels|logit_bias|partMetadata|details|willContinue|partialArgs)$/;
const UNKNOWN = /^(?:x_|x-|new\.|new_option|weight|mood|__proto__|constructor)/;

/** Losses in a schema or in arguments are told of the whole of it. */
function isFree(path: Path): boolean {
  return path.some((step, depth) => typeof step === "string" && FREE.test(step) && depth < path.length - 1);
}

/** The field that a path means, in any document: `messages[user].content[image_url].image_url.detail`. */
export function fieldOf(style: StyleName, body: unknown, path: Path): string {
  let text = "";
  for (const [depth, step] of path.entries()) {
    if (typeof step === "number") {
      text += `[${labelOf(style, at(body, path.slice(0, depth + 1)))}]`;
      continue;
    }
    if (UNKNOWN.test(step)) return "(a field that no style knows)";
    const key = style === "generate-content" ? camelCase(step) : step;
    text += text === "" ? key : `.${key}`;
    if (FREE.test(key) && depth < path.length - 1) return text;
  }
  return text;
}

/** What tells the elements of a list apart. */
function labelOf(style: StyleName, element: unknown): string {
  if (typeof element !== "object" || element === null) return "";
  if (style === "generate-content")
    return (
      Object.keys(element)
        .map(camelCase)
        .find((key) => GENERATE_CONTENT_KINDS.has(key)) ?? ""
    );
  if ("role" in element && style === "chat-completions" && typeof element.role === "string") return element.role;
  if (!("type" in element) || typeof element.type !== "string") return "";
  return UNKNOWN.test(element.type) ? "unknown" : element.type;
}

/** Parts and tools of generate-content are of the kind that their key says. */
const GENERATE_CONTENT_KINDS = new Set([
  ...["thought", "text", "inlineData", "fileData", "functionCall", "functionResponse", "executableCode", "codeExecutionResult"],
  ...["functionDeclarations", "webSearch", "googleSearch", "codeExecution", "urlContext", "googleMaps"],
]);

function camelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

export const directions: readonly (readonly [from: StyleName, to: StyleName])[] = styleNames.flatMap((from) =>
  styleNames.filter((to) => to !== from).map((to) => [from, to] as const),
);
