/**
 * What of grounding and citations has no canonical form, kept as extensions of the choice. Members of lists are kept under a
 * key that names their place, so that each of them can be named where it is lost.
 */

import { isJsonArray, isJsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { joinKey, splitKey } from "../../core/trace.js";
import type { Extensions, Json, JsonObject } from "../../model/index.js";
import { STYLE } from "./scope.js";

/** The lists that are taken apart. */
const LISTS = [
  ["groundingMetadata", "groundingChunks"],
  ["groundingMetadata", "groundingSupports"],
  ["citationMetadata", "citations"],
] as const;

export interface Left {
  /** Seen from the candidate. */
  readonly path: Path;
  /** The member of the list, or what is left of it; one member may be told in several. */
  readonly value: Json;
}

/** Extensions of a choice with what is left, and where it stood. */
export function keepLeft(
  left: readonly Left[],
  unknown: Extensions | undefined,
): { readonly extensions?: Extensions; readonly fields: Readonly<Record<string, Path>> } {
  const keyed = left.map(({ path, value }) => ({ key: joinKey(path.map(String)), path, value }));
  const kept = { ...unknown?.[STYLE], ...Object.fromEntries(keyed.map(({ key, value }) => [key, value])) };
  return {
    ...(Object.keys(kept).length === 0 ? {} : { extensions: { [STYLE]: kept } }),
    fields: Object.fromEntries(keyed.map(({ key, path }) => [`extensions.${STYLE}.${key}`, path])),
  };
}

/** Chunks and supports that have no canonical form. */
export interface LeftGrounding {
  readonly groundingChunks?: readonly Json[];
  readonly groundingSupports?: readonly Json[];
}

export interface Restored {
  /** What was left of `groundingMetadata`: chunks and supports in their order. */
  readonly grounding: LeftGrounding;
  readonly citationMetadata?: JsonObject;
  /** The extensions that are no members of those lists. */
  readonly others: Extensions;
}

/** The way back of {@link keepLeft}. */
export function restoreLeft(extensions: Extensions | undefined): Restored {
  const lists = LISTS.map(() => new Map<number, Json[]>());
  const others: [string, Json][] = [];
  for (const [key, value] of Object.entries(extensions?.[STYLE] ?? {})) {
    const [node, name, index] = splitKey(key);
    const list = lists[LISTS.findIndex(([known, inner]) => known === node && (inner === name || name === "citationSources"))];
    if (list === undefined || index === undefined || !/^\d{1,9}$/.test(index)) {
      others.push([key, value]);
      continue;
    }
    // The older name of the list of citations counts its own members.
    const place = Number(index) + (name === "citationSources" ? 1e9 : 0);
    const told = list.get(place);
    if (told === undefined) list.set(place, [value]);
    else told.push(value);
  }
  const [chunks = [], supports = [], citations = []] = lists.map((list) =>
    [...list].sort(([a], [b]) => a - b).map(([, [first, ...more]]) => merged(first ?? null, more)),
  );
  return {
    grounding: {
      ...(chunks.length === 0 ? {} : { groundingChunks: chunks }),
      ...(supports.length === 0 ? {} : { groundingSupports: supports }),
    },
    ...(citations.length === 0 ? {} : { citationMetadata: { citations } }),
    others: { [STYLE]: Object.fromEntries(others) },
  };
}

/** What was told in several, as one: lists behind each other, the members of objects together; else the first counts. */
function merged(first: Json, more: readonly Json[]): Json {
  if (more.length === 0) return first;
  if (isJsonArray(first)) return [first, ...more.filter(isJsonArray)].flat();
  if (!isJsonObject(first)) return first;
  const members = new Map<string, [Json, ...Json[]]>();
  for (const value of [first, ...more.filter(isJsonObject)])
    for (const [key, member] of Object.entries(value)) {
      const told = members.get(key);
      if (told === undefined) members.set(key, [member]);
      else told.push(member);
    }
  // fromEntries, not assignment: a key may be `__proto__`.
  return Object.fromEntries([...members].map(([key, [member, ...others]]) => [key, merged(member, others)]));
}
