/**
 * Law 4: A to B and back is A's normal form, but for the paths that the issues of the two trips name. Paths of all three
 * documents (normal form, B, and the way back) are brought to the source by the codecs' own `locate`.
 */
import type { Profile, StyleName } from "../../src/canonical/common.js";
import type { Issue } from "../../src/core/issue.js";
import { formatPath, type Path } from "../../src/core/path.js";
import { styles } from "../../src/registry.js";
import type { Document } from "../support/documents.js";
import { isAtOrAbove } from "../support/leaves.js";

/** Differences between the normal form and the round trip that no issue names, as sentences. */
export function lostOnTheWayBack(document: Document, via: StyleName, profile: Profile): string[] {
  return document.kind === "request"
    ? requestLosses(document, via, profile)
    : document.kind === "response"
      ? responseLosses(document, via, profile)
      : [];
}

function requestLosses({ style, body, path }: Document, via: StyleName, profile: Profile): string[] {
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
    ...[...normal.issues, ...there.issues].map((issue) => toSource(spokenOf(issue))),
    ...read.issues.map((issue) => toSource(there.locate(issue.path))),
    ...back.issues.map((issue) => toSource(there.locate(read.locate(spokenOf(issue))))),
  ];
  if (!back.ok) return named.length > 0 ? [] : ["the way back failed without a word"];
  return unnamed(normal.value.body, back.value.body, named, (diff) => toSource(normal.locate(diff)));
}

function responseLosses({ style, body }: Document, via: StyleName, profile: Profile): string[] {
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
    ...[...normal.issues, ...there.issues].map((issue) => decoded.locate(spokenOf(issue))),
  ];
  // A prompt that was refused has no candidates; a style without a word for it has an empty answer.
  const refused = Object.hasOwn(normal.value, "promptFeedback") && !Object.hasOwn(normal.value, "candidates");
  const toSource = (path: Path) => (refused && path[0] === "candidates" ? ["promptFeedback"] : finishOf(path));
  return back.ok ? unnamed(normal.value, back.value, named, toSource) : [];
}

/** What moved stands elsewhere in its list, and so does what it passed. */
function spokenOf({ code, path }: Issue): Path {
  if (code !== "approximated.hoisted_system" && code !== "approximated.reordered") return path;
  return path.slice(
    0,
    path.findLastIndex((step) => typeof step === "number"),
  );
}

/** What a chat-completions answer says in another service's words is said of its finish reason. */
function finishOf(path: Path): Path {
  return path.at(-1) === "native_finish_reason" ? [...path.slice(0, -1), "finish_reason"] : path;
}

function unnamed(expected: unknown, actual: unknown, named: readonly Path[], toSource: (diff: Path) => Path): string[] {
  return differences(expected, actual).flatMap((path) => {
    const source = toSource(path);
    const excused = named.some(
      (other) => other.length > 0 && (isAtOrAbove(other, source) || isAtOrAbove(source, other) || isAtOrAbove(other, path)),
    );
    return excused ? [] : [`${formatPath(path)} (${formatPath(source)})`];
  });
}

/** Paths of the first document at which the two differ. Items of arrays are aligned, so that one that is gone is one difference. */
export function differences(a: unknown, b: unknown, path: Path = []): Path[] {
  if (Object.is(a, b)) return [];
  if (Array.isArray(a) && Array.isArray(b)) return arrayDifferences(a, b, path);
  if (typeof a === "object" && a !== null && typeof b === "object" && b !== null && !Array.isArray(a) && !Array.isArray(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    // A field that is null is one that is absent.
    return [...keys].flatMap((key) =>
      member(a, key) !== undefined && member(b, key) !== undefined
        ? differences(member(a, key), member(b, key), [...path, key])
        : member(a, key) === member(b, key)
          ? []
          : [[...path, key]],
    );
  }
  return [path];
}

function member(node: object, key: string): unknown {
  return Object.hasOwn(node, key) ? (Reflect.get(node, key) ?? undefined) : undefined;
}

function arrayDifferences(a: readonly unknown[], b: readonly unknown[], path: Path): Path[] {
  if (a.length === b.length) return a.flatMap((item, index) => differences(item, b[index], [...path, index]));
  const texts = [a, b].map((list) => list.map((item) => JSON.stringify(item)));
  const [left = [], right = []] = texts;
  // Longest common subsequence, from the end.
  const lengths = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row !== undefined) row[j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const found: Path[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      i++;
      j++;
      continue;
    }
    // Items between two common ones are compared one by one as far as both have some.
    const [fromI, fromJ] = [i, j];
    while (i < left.length && (j >= right.length || left[i] !== right[j]) && at(i + 1, j) === at(i, j)) i++;
    while (j < right.length && (i >= left.length || left[i] !== right[j]) && at(i, j + 1) === at(i, j)) j++;
    const both = Math.min(i - fromI, j - fromJ);
    for (let offset = 0; offset < both; offset++)
      found.push(...differences(a[fromI + offset], b[fromJ + offset], [...path, fromI + offset]));
    for (let rest = fromI + both; rest < i; rest++) found.push([...path, rest]);
    if (j - fromJ > both) found.push([...path, Math.min(fromI + both, Math.max(0, a.length - 1))]);
  }
  return found;
}
