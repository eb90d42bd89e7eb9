/**
 * Law 4: A to B and back is A's normal form, but for the paths that the issues of the two trips name. Paths of all three
 * documents (normal form, B, and the way back) are brought to the source by the codecs' own `locate`.
 */
import type { Profile, StyleName } from "../../src/canonical/common.js";
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
    ...[...normal.issues, ...there.issues].map((issue) => toSource(issue.path)),
    ...read.issues.map((issue) => toSource(there.locate(issue.path))),
    ...back.issues.map((issue) => toSource(there.locate(read.locate(issue.path)))),
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
    ...[...normal.issues, ...there.issues].map(({ path }) => decoded.locate(path)),
    // Answers have no way from the middle document to the source: its issues excuse what they name by code alone.
    ...[...read.issues, ...back.issues].map(() => ["?"]),
  ];
  return back.ok ? unnamed(normal.value, back.value, named, (diff) => diff) : [];
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

/** Paths of the first document at which the two differ. */
export function differences(a: unknown, b: unknown, path: Path = []): Path[] {
  if (Object.is(a, b)) return [];
  if (Array.isArray(a) && Array.isArray(b))
    return Array.from({ length: Math.max(a.length, b.length) }, (_, index) => index).flatMap((index) =>
      index < a.length && index < b.length ? differences(a[index], b[index], [...path, index]) : [[...path, index]],
    );
  if (typeof a === "object" && a !== null && typeof b === "object" && b !== null && !Array.isArray(a) && !Array.isArray(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].flatMap((key) =>
      Object.hasOwn(a, key) && Object.hasOwn(b, key)
        ? differences(Reflect.get(a, key), Reflect.get(b, key), [...path, key])
        : [[...path, key]],
    );
  }
  return [path];
}
