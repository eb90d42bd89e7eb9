/**
 * Law 4: A to B and back is A's normal form, but for the paths that the issues of the two trips name. Paths of all three
 * documents (normal form, B, and the way back) are brought to the source by the codecs' own `locate`.
 */
import type { Profile, StyleName } from "../../src/canonical/common.js";
import type { Issue } from "../../src/core/issue.js";
import { formatPath, type Path } from "../../src/core/path.js";
import { styles } from "../../src/registry.js";
import type { Document } from "../support/documents.js";
import { at, isAtOrAbove, leaves } from "../support/leaves.js";
import { isExcepted } from "./exceptions.js";

/** Differences between the normal form and the round trip that no issue names, as sentences. */
export function lostOnTheWayBack(document: Document, via: StyleName, profile: Profile): string[] {
  return document.kind === "request"
    ? requestLosses(document, via, profile)
    : document.kind === "response"
      ? responseLosses(document, via, profile)
      : [];
}

function requestLosses(document: Document, via: StyleName, profile: Profile): string[] {
  const { style, body, path } = document;
  const own = styles[style].request;
  const other = styles[via].request;
  const decoded = own.decode(body, { profile, ...(path === undefined ? {} : { path }) });
  if (!decoded.ok) return [];
  const normal = own.encode(decoded.value, { profile });
  const there = other.encode(decoded.value, { profile, from: style });
  if (!normal.ok || !there.ok) return [];
  const read = other.decode(there.value.body, { profile, path: there.value.path });
  if (!read.ok) return [`what was written cannot be read: ${read.issues[0].message}`];
  const back = own.encode(read.value, { profile, from: via });
  const toSource = (canonical: Path) => decoded.locate(canonical);
  const named = [
    ...decoded.issues.map((issue) => issue.path),
    ...[...normal.issues, ...there.issues].flatMap(spokenOf).map(toSource),
    ...read.issues.map((issue) => toSource(there.locate(issue.path))),
    ...back.issues.flatMap(spokenOf).map((path) => toSource(there.locate(read.locate(path)))),
  ];
  if (!back.ok) return named.length > 0 ? [] : ["the way back failed without a word"];
  return unnamed(
    normal.value.body,
    back.value.body,
    named,
    (diff) => toSource(normal.locate(diff)),
    (paths) => isExcepted("round trip", document, via, paths),
  );
}

function responseLosses(document: Document, via: StyleName, profile: Profile): string[] {
  const { style, body } = document;
  const own = styles[style].response;
  const other = styles[via].response;
  const decoded = own.decode(body, { profile });
  if (!decoded.ok) return [];
  const normal = own.encode(decoded.value, { profile });
  const there = other.encode(decoded.value, { profile, from: style });
  if (!normal.ok || !there.ok) return [];
  const read = other.decode(there.value, { profile });
  if (!read.ok) return [`what was written cannot be read: ${read.issues[0].message}`];
  const back = own.encode(read.value, { profile, from: via });
  const named = [
    ...decoded.issues.map(({ path }) => path),
    ...[...normal.issues, ...there.issues].flatMap(spokenOf).map((path) => decoded.locate(path)),
  ];
  // A prompt that was refused has no candidates; a style without a word for it has an empty answer.
  const refused = Object.hasOwn(normal.value, "promptFeedback") && !Object.hasOwn(normal.value, "candidates");
  const toSource = (path: Path) => (refused && path[0] === "candidates" ? ["promptFeedback"] : countOf(finishOf(path), body));
  return back.ok ? unnamed(normal.value, back.value, named, toSource, (paths) => isExcepted("round trip", document, via, paths)) : [];
}

/** What moved stands elsewhere in its list, and so does what it passed. */
function spokenOf({ code, path }: Issue): Path[] {
  const moved = code === "approximated.hoisted_system" || code === "approximated.reordered";
  return moved
    ? [
        path,
        path.slice(
          0,
          path.findLastIndex((step) => typeof step === "number"),
        ),
      ]
    : [path];
}

/** Where the source does not split its prompt, the one detail of it is the count again. */
function countOf(path: Path, body: unknown): Path {
  const [usage, details] = path;
  const split = details === "promptTokensDetails" || details === "prompt_tokens_details";
  return usage === "usageMetadata" && split && leaves(at(body, path.slice(0, 2))).length === 0
    ? ["usageMetadata", "promptTokenCount"]
    : path;
}

/** What a chat-completions answer says in another service's words is said of its finish reason. */
function finishOf(path: Path): Path {
  return path.at(-1) === "native_finish_reason" ? [...path.slice(0, -1), "finish_reason"] : path;
}

function unnamed(
  expected: unknown,
  actual: unknown,
  named: readonly Path[],
  toSource: (diff: Path) => Path,
  accepted: (paths: readonly Path[]) => boolean,
): string[] {
  const isExcused = (path: Path) => {
    // Clients of other styles expect thoughts; generate-content has to be asked for them.
    if (path.at(-1) === "includeThoughts" && at(expected, path) === undefined) return true;
    const source = toSource(path);
    return named.some(
      (other) => other.length > 0 && (isAtOrAbove(other, source) || isAtOrAbove(source, other) || isAtOrAbove(other, path)),
    );
  };
  return differences(expected, actual, [], isExcused)
    .filter((path) => !accepted([path, toSource(path)]))
    .map((path) => `${formatPath(path)} (${formatPath(toSource(path))})`);
}

type Excuse = (path: Path) => boolean;

/**
 * Paths of the first document at which the two differ without an excuse. Items of arrays are aligned so that as few as
 * possible are left: what is gone by an issue does not move everything after it.
 */
export function differences(a: unknown, b: unknown, path: Path = [], isExcused: Excuse = () => false): Path[] {
  if (Object.is(a, b)) return [];
  if (Array.isArray(a) && Array.isArray(b)) return arrayDifferences(a, b, path, isExcused);
  if (typeof a === "object" && a !== null && typeof b === "object" && b !== null && !Array.isArray(a) && !Array.isArray(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    // A field that is null is one that is absent.
    return [...keys].flatMap((key) =>
      member(a, key) !== undefined && member(b, key) !== undefined
        ? differences(member(a, key), member(b, key), [...path, key], isExcused)
        : member(a, key) === member(b, key)
          ? []
          : unless(isExcused, [...path, key]),
    );
  }
  return unless(isExcused, path);
}

function unless(isExcused: Excuse, path: Path): Path[] {
  return isExcused(path) ? [] : [path];
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
  const gone = (i: number) => unless(isExcused, [...path, start + i]);
  // An item that came is told at the one before which it stands.
  const came = (i: number) => unless(isExcused, [...path, Math.min(start + i, Math.max(0, a.length - 1))]);
  const other = (i: number, j: number) => differences(a[start + i], b[start + j], [...path, start + i], isExcused);
  if (rows * columns > MAX_PAIRS)
    return Array.from({ length: Math.max(rows, columns) }, (_, i) =>
      i < rows ? (i < columns ? other(i, i) : gone(i)) : came(rows),
    ).flat();
  // The fewest differences from each pair of positions on, from the end.
  let below: Path[][] = [];
  for (let i = rows; i >= 0; i--) {
    const row: Path[][] = [];
    for (let j = columns; j >= 0; j--) {
      const ways: Path[][] = [];
      if (i < rows && j < columns) ways.push([...other(i, j), ...(below[j + 1] ?? [])]);
      if (i < rows) ways.push([...gone(i), ...(below[j] ?? [])]);
      if (j < columns) ways.push([...came(i), ...(row[j + 1] ?? [])]);
      row[j] =
        ways.reduce<Path[] | undefined>((best, way) => (best === undefined || way.length < best.length ? way : best), undefined) ?? [];
    }
    below = row;
  }
  return below[0] ?? [];
}
