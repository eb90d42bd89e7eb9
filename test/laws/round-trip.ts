/**
 * Law 4: A to B and back is A's normal form, but for the paths that the issues of the two trips name. Paths of all three
 * documents (normal form, B, and the way back) are brought to the source by the codecs' own `locate`.
 */
import { formatPath, type Issue, type Path } from "../../src/core/issue.js";
import { budgetOfEffort, isEffort } from "../../src/model/capabilities.js";
import type { BaseProfile, StyleName } from "../../src/model/common.js";
import type { CanonicalError, CanonicalResponse } from "../../src/model/index.js";
import { styleFacts, styles } from "../../src/style-lists.js";
import type { Document } from "../support/documents.js";
import { at, isAtOrAbove, leaves, replaced } from "../support/leaves.js";
import type { Verdict } from "../support/verdict.js";
import { companions, needed } from "./exceptions.js";
import { errorInput } from "./translation.js";

const known = { styles: styleFacts };

/** Differences between the normal form and the round trip that no issue names, as sentences. */
export function lostOnTheWayBack(document: Document, via: StyleName, profile: BaseProfile): Verdict {
  if (document.kind === "request") return requestLosses(document, via, profile);
  return document.kind === "response" ? responseLosses(document, via, profile) : errorLosses(document, via, profile);
}

function requestLosses(document: Document, via: StyleName, profile: BaseProfile): Verdict {
  const { style, body, path } = document;
  const own = styles[style].request;
  const other = styles[via].request;
  const decoded = own.decode(body, { ...known, profile, ...(path === undefined ? {} : { path }) });
  if (!decoded.ok) return undefined;
  const normal = own.encode(decoded.value, { ...known, profile });
  const there = other.encode(decoded.value, { ...known, profile, from: style });
  if (!normal.ok || !there.ok) return undefined;
  const read = other.decode(there.value.body, { ...known, profile, path: there.value.path });
  if (!read.ok) return [`what was written cannot be read: ${read.issues[0].message}`];
  const back = own.encode(read.value, { ...known, profile, from: via });
  const toSource = (canonical: Path) => spelled(style, decoded.locate(canonical));
  const named = [
    ...decoded.issues.map((issue) => ({ ...issue, path: spelled(style, issue.path) })),
    ...normal.issues.map((issue) => ({ ...issue, path: toSource(issue.path), omits: omits(issue) })),
    ...there.issues.map((issue) => ({ ...issue, path: toSource(issue.path) })),
    ...read.issues.map((issue) => ({ ...issue, path: toSource(there.locate(issue.path)) })),
    ...back.issues.map((issue) => ({ ...issue, path: toSource(there.locate(read.locate(issue.path))) })),
  ];
  const spelledBody = respelled(style, body);
  if (!back.ok) return failedFor(named);
  return unnamed(inTokens(normal.value.body), inTokens(back.value.body), named, (diff) =>
    sameWord(deeper(style, toSource(normal.locate(diff)), diff, spelledBody), at(normal.value.body, diff), spelledBody),
  );
}

function responseLosses(document: Document, via: StyleName, profile: BaseProfile): Verdict {
  const { style, body } = document;
  const own = styles[style].response;
  const other = styles[via].response;
  const decoded = own.decode(body, { ...known, profile });
  if (!decoded.ok) return undefined;
  const normal = own.encode(decoded.value, { ...known, profile });
  const there = other.encode(decoded.value, { ...known, profile, from: style });
  if (!normal.ok || !there.ok) return undefined;
  const read = other.decode(there.value, { ...known, profile });
  if (!read.ok) return [`what was written cannot be read: ${read.issues[0].message}`];
  const back = own.encode(read.value, { ...known, profile, from: via });
  const named = [
    ...decoded.issues,
    ...normal.issues.map((issue) => ({ ...issue, path: decoded.locate(issue.path), omits: omits(issue) })),
    ...there.issues.map((issue) => ({ ...issue, path: decoded.locate(issue.path) })),
    // Encoders of answers do not locate; but for parts that were left out or moved, the two canonical answers are of one shape.
    ...back.issues.map((issue) => ({ ...issue, path: decoded.locate(samePart(issue.path, read.value, decoded.value, there.issues)) })),
  ];
  if (!back.ok) return failedFor(named);
  // Choices that are pieces of one answer are one in the normal form.
  const joined = lengthOf(body, "choices") > 1 && lengthOf(normal.value, "choices") === 1;
  if (joined) named.push(...named.map((issue) => ({ ...issue, path: issue.path[0] === "choices" ? issue.path.with(1, 0) : issue.path })));
  // A prompt that was refused has no candidates; a style without a word for it has an empty answer.
  const refused = Object.hasOwn(normal.value, "promptFeedback") && !Object.hasOwn(normal.value, "candidates");
  const toSource = (path: Path) => (refused && path[0] === "candidates" ? ["promptFeedback"] : countOf(partOf(path, body), body));
  return unnamed(normal.value, back.value, named, toSource);
}

function lengthOf(node: unknown, key: string): number {
  const found = at(node, [key]);
  return Array.isArray(found) ? found.length : 0;
}

/** The normal form of an error has the style's own words and status for its kind; both are read again, and compared by what they say. */
function errorLosses(document: Document, via: StyleName, profile: BaseProfile): Verdict {
  const { style, body } = document;
  const own = styles[style].error;
  const other = styles[via].error;
  const decoded = own.decode(errorInput(body));
  const { native: _native, ...plain } = decoded.value;
  const normal = own.encode(plain, { ...known, profile });
  const there = other.encode(decoded.value, { ...known, profile, from: style });
  const read = other.decode(there.value);
  const back = own.encode(read.value, { ...known, profile, from: via });
  const encoding = [...normal.issues, ...there.issues, ...back.issues];
  const named = [...decoded.issues, ...encoding.map((issue) => ({ ...issue, path: decoded.locate(issue.path) })), ...read.issues];
  const [expected, actual] = [own.decode(normal.value).value, own.decode(back.value).value];
  // The status of another kind is another one, and whether trying again helps follows from both.
  const sameKind = expected.kind === actual.kind && !encoding.some(({ path: [field] }) => field === "kind");
  const said = ({ native: _words, retryable: _follows, status, ...rest }: CanonicalError) => (sameKind ? { ...rest, status } : rest);
  return unnamed(said(expected), said(actual), named, decoded.locate);
}

/** Why the way back failed, but for what an issue says is left out: nothing may be left, or a turn may be the last one now. */
function failedFor(named: readonly Issue[]): string[] {
  const gone = named.filter(({ loss }) => loss === "dropped");
  const isNext = ([list, index]: Path, [other, at]: Path) => list === other && typeof index === "number" && at === index + 1;
  const isExcused = (path: Path) => gone.some((issue) => isAtOrAbove(path, issue.path) || isNext(path, issue.path));
  return named
    .filter(({ severity, path }) => severity === "error" && !(path.length > 0 && isExcused(path)))
    .map(({ code, path, message }) => `the way back failed: ${code} at ${formatPath(path)}: ${message}`);
}

/** The normal form has no place for what the issue names, so that it may come back by way of a style that has one. */
function omits({ code }: Issue): boolean {
  return code === "dropped.part" || code === "approximated.narrowed_tools";
}

/** A path into an answer that was read again as one into the answer it was written from: the nth part of its type that was not left out. */
function samePart(path: Path, read: CanonicalResponse, first: CanonicalResponse, lost: readonly Issue[]): Path {
  const [choices, choice, list, index, ...below] = path;
  if (choices !== "choices" || list !== "parts" || typeof choice !== "number" || typeof index !== "number") return path;
  const parts = read.choices[choice]?.parts ?? [];
  const type = parts[index]?.type;
  const nth = parts.slice(0, index).filter((part) => part.type === type).length;
  const gone = lost.filter(({ code }) => code === "dropped.part").map((issue) => formatPath(issue.path));
  const places = (first.choices[choice]?.parts ?? []).flatMap((part, at) =>
    part.type === type && !gone.includes(formatPath(["choices", choice, "parts", at])) ? [at] : [],
  );
  return ["choices", choice, "parts", places[nth] ?? index, ...below];
}

/** By a style whose model takes a budget alone, a level of thinking comes back as the tokens that stand for it. */
function inTokens(body: unknown): unknown {
  const config = ["generationConfig", "thinkingConfig"];
  const { thinkingLevel, ...rest } = Object(at(body, config));
  const effort = String(thinkingLevel).toLowerCase();
  return isEffort(effort) ? replaced(body, config, { ...rest, thinkingBudget: budgetOfEffort(effort) }) : body;
}

/** Fields of generate-content have two spellings. */
function spelled(style: StyleName, path: Path): Path {
  if (style !== "generate-content") return path;
  return path.map((step) => (typeof step === "string" ? step.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()) : step));
}

function respelled(style: StyleName, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => respelled(style, item));
  if (!isNode(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [spelled(style, [key])[0], respelled(style, member)]));
}

/** Encoders locate the node that an unknown field is written into; the field itself stands below it under its own name. */
function deeper(style: StyleName, source: Path, diff: Path, body: unknown): Path {
  for (let from = 0; from < diff.length; from++) {
    const below = [...source, ...spelled(style, diff.slice(from))];
    if (at(body, below) !== undefined) return below;
  }
  return source;
}

/** Words of a list have no places of their own: those left out of the normal form move the others. */
function sameWord(source: Path, word: unknown, body: unknown): Path {
  const list = at(body, source.slice(0, -1));
  const index = Array.isArray(list) && typeof word === "string" ? list.indexOf(word) : -1;
  return index === -1 ? source : [...source.slice(0, -1), index];
}

/** Lists that the normal form of an answer leaves items out of, and the fields by which an item says nothing. */
const TELLING: readonly (readonly [choices: string, list: string, silent: RegExp])[] = [
  ["candidates", "parts", /^thought$/],
  ["choices", "reasoning_details", /^(type|index|format)$/],
];

function partOf(path: Path, body: unknown): Path {
  const [choices, choice, content, list, index, ...below] = path;
  const silent = TELLING.find(([outer, inner]) => outer === choices && inner === list)?.[2];
  if (silent === undefined || choices === undefined || list === undefined || typeof index !== "number") return path;
  const items = at(body, path.slice(0, 4));
  const telling = Array.isArray(items)
    ? items.flatMap((item, place) => {
        const fields = isNode(item) ? Object.entries(item) : [];
        return fields.some(([field, value]) => !silent.test(field) && value !== null && value !== "") ? [place] : [];
      })
    : [];
  return [choices, choice ?? 0, content ?? "content", list, telling[index] ?? index, ...below];
}

/** Where the source does not split its prompt, the one detail of it is the count again. */
function countOf(path: Path, body: unknown): Path {
  const [usage, details] = path;
  const split = details === "promptTokensDetails" || details === "prompt_tokens_details";
  return usage === "usageMetadata" && split && leaves(at(body, path.slice(0, 2))).length === 0
    ? ["usageMetadata", "promptTokenCount"]
    : path;
}

/** An issue of one of the four steps; `omits` is said of those of the normal form. */
type Named = Issue & { readonly omits?: boolean };

function unnamed(expected: unknown, actual: unknown, issues: readonly Named[], toSource: (diff: Path) => Path): string[] {
  const named = issues.filter(({ path }) => path.length > 0);
  const moved = named.filter(
    ({ code, omits }) => omits === true || code === "approximated.hoisted_system" || code === "approximated.reordered",
  );
  // Items that are aligned are asked of again and again.
  const known = new Map<string, boolean>();
  const isExcused: Excuse = (path, way) => {
    const key = `${way} ${path.join("\n")}`;
    const excused = known.get(key) ?? hasExcuse(path, way);
    known.set(key, excused);
    return excused;
  };
  const hasExcuse: Excuse = (path, way) => {
    if (way === "silence") return true;
    const source = toSource(path);
    // What moved or was left out comes in another place of a list that it stood in.
    if (way === "came" && moved.some((issue) => [path, source].some((place) => isAtOrAbove(place.slice(0, -1), issue.path)))) return true;
    if (
      named.some(
        (issue) => isAtOrAbove(issue.path, source) || isAtOrAbove(issue.path, path) || (way === "form" && isAtOrAbove(source, issue.path)),
      )
    )
      return true;
    const near = (issue: Issue) => [source, issue.path].some(([, step]) => typeof step !== "number") || issue.path[1] === source[1];
    const companion = companions.find(
      (row) => row.path.test(path.join(".")) && named.some((issue) => near(issue) && row.told.test(issue.path.join("."))),
    );
    if (companion !== undefined) needed.add(companion);
    return companion !== undefined;
  };
  return differences(expected, actual, [], isExcused).map((path) => `${formatPath(path)} (${formatPath(toSource(path))})`);
}

/**
 * `form`: a text is a list of parts, or the like. `came`: an item of a list that was not there, told at the one before which
 * it stands. `silence`: a part that says nothing is gone.
 */
type Way = "value" | "form" | "came" | "silence";
type Excuse = (path: Path, way: Way) => boolean;

/**
 * Paths of the first document at which the two differ without an excuse. Items of arrays are aligned so that as few as
 * possible are left: what is gone by an issue does not move everything after it. A field that is gone is told leaf by leaf.
 */
export function differences(a: unknown, b: unknown, path: Path = [], isExcused: Excuse = () => false): Path[] {
  if (Object.is(a, b)) return [];
  if (Array.isArray(a) && Array.isArray(b)) return arrayDifferences(a, b, path, isExcused);
  if (isNode(a) && isNode(b) && !Array.isArray(a) && !Array.isArray(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    // A field that is null is one that is absent.
    return [...keys].flatMap((key) => {
      const [before, after] = [member(a, key), member(b, key)];
      if (before !== undefined && after !== undefined) return differences(before, after, [...path, key], isExcused);
      return before === after ? [] : leavesOf(before ?? after, [...path, key], isExcused);
    });
  }
  return unless(isExcused, path, isNode(a) || isNode(b) ? "form" : "value");
}

function isNode(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function unless(isExcused: Excuse, path: Path, way: Way): Path[] {
  return isExcused(path, way) ? [] : [path];
}

function leavesOf(value: unknown, path: Path, isExcused: Excuse): Path[] {
  if (isNode(value) && saysOnlyExcused(value, path, isExcused)) return [];
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item, index) => (item === null ? [] : leavesOf(item, [...path, index], isExcused)));
  return ends(value, path).flatMap((end) => unless(isExcused, end, "value"));
}

/** Whether a node says something besides what it is and an empty text, and all of that has an excuse. An empty text alone says nothing. */
function saysOnlyExcused(node: object, path: Path, isExcused: Excuse): boolean {
  const said = leaves(node).filter(({ path: inner, value }) => value !== "" && !SAYS_NOTHING.test(`${inner.at(-1)}=${value}`));
  if (said.length === 0) return Object.hasOwn(node, "text") && isExcused(path, "silence");
  return said.every((leaf) => isExcused([...path, ...leaf.path], "value"));
}

const SAYS_NOTHING = /^(type|index)=|^format=unknown$/;

/** Where scalars and empty nodes stand. */
function ends(value: unknown, path: Path): Path[] {
  if (!isNode(value) || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    inner === null ? [] : ends(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function member(node: object, key: string): unknown {
  return Object.hasOwn(node, key) ? (Reflect.get(node, key) ?? undefined) : undefined;
}

/** Pairs of items that are looked at for the best alignment; longer lists are compared one by one. */
const MAX_PAIRS = 2500;

function arrayDifferences(a: readonly unknown[], b: readonly unknown[], path: Path, isExcused: Excuse): Path[] {
  const same = (i: number, j: number) => JSON.stringify(a[i]) === JSON.stringify(b[j]);
  let start = 0;
  while (start < a.length && start < b.length && same(start, start)) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && same(a.length - 1 - end, b.length - 1 - end)) end++;
  const [rows, columns] = [a.length - start - end, b.length - start - end];
  const gone = (i: number) => {
    const [item, at] = [a[start + i], [...path, start + i]];
    return isNode(item) && saysOnlyExcused(item, at, isExcused) ? [] : unless(isExcused, at, "form");
  };
  const came = (i: number) => unless(isExcused, [...path, Math.min(start + i, Math.max(0, a.length - 1))], "came");
  const other = (i: number, j: number) => differences(a[start + i], b[start + j], [...path, start + i], isExcused);
  if (rows * columns > MAX_PAIRS)
    return Array.from({ length: Math.max(rows, columns) }, (_, i) =>
      i < rows ? (i < columns ? other(i, i) : gone(i)) : came(rows),
    ).flat();
  // The fewest differences from each pair of positions on, from the end.
  let below: Path[][] = [];
  for (let i = rows; i >= 0; i--) {
    const row: Path[][] = [];
    const [goneHere, cameHere] = [i < rows ? gone(i) : [], came(i)];
    for (let j = columns; j >= 0; j--) {
      const ways: Path[][] = [];
      if (i < rows && j < columns) ways.push([...other(i, j), ...(below[j + 1] ?? [])]);
      if (i < rows) ways.push([...goneHere, ...(below[j] ?? [])]);
      if (j < columns) ways.push([...cameHere, ...(row[j + 1] ?? [])]);
      row[j] =
        ways.reduce<Path[] | undefined>((best, way) => (best === undefined || way.length < best.length ? way : best), undefined) ?? [];
    }
    below = row;
  }
  return below[0] ?? [];
}
