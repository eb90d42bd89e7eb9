/**
 * `logprobsResult` and the canonical form of token chances: `{ content: [{ token, logprob, bytes, top_logprobs }] }`. Bytes
 * are the UTF-8 of the token; token ids are the vendor's own and are left out.
 */

import { approximated, dropped, equivalent, type Path } from "../../core/issue.js";
import { compact, isJsonArray, isJsonObject, sameJson } from "../../core/json.js";
import type { Rest } from "../../model/extensions.js";
import type { Json, JsonObject } from "../../model/index.js";
import type { Report } from "./usage.js";
import type { GenerateContentLogprobs } from "./wire-answer.js";

type Chance = NonNullable<GenerateContentLogprobs["chosenCandidates"]>[number];

function loseAll(rest: Rest, at: Path, message: string, report: Report): void {
  for (const key in rest) if ((rest[key] ?? null) !== null) report(dropped("dropped.field", [...at, key], message, { severity: "info" }));
}

/**
 * Undefined when there are none.
 * @param path that of the wire's object, for issues
 */
export function decodeLogprobs(wire: GenerateContentLogprobs | null | undefined, path: Path, report: Report): Json | undefined {
  if (wire === null || wire === undefined) return undefined;
  const { chosenCandidates, topCandidates, ...rest } = wire;
  const chosen = chosenCandidates ?? [];
  loseAll(rest, path, "This has no place in the model beside the tokens.", report);
  if ((topCandidates?.length ?? 0) > chosen.length)
    loseAll({ topCandidates }, path, "There are more lists of tokens than tokens that were chosen.", report);
  const tops = topCandidates?.flatMap(({ candidates }) => candidates ?? []) ?? [];
  for (const [name, list] of Object.entries({ chosenCandidates: chosen, topCandidates: tops }))
    if (list.some(({ tokenId }) => tokenId != null))
      report(equivalent([...path, name], "The vendor's own numbers of the tokens are left out; the tokens are kept as text."));
  if (chosen.length === 0) return undefined;
  const content = chosen.map((chance, index) => ({
    ...decodeChance(chance),
    top_logprobs: (topCandidates?.[index]?.candidates ?? []).map(decodeChance),
  }));
  return { content, refusal: null };
}

function decodeChance({ token, logProbability }: Chance) {
  const text = token ?? "";
  return { token: text, logprob: logProbability ?? 0, bytes: bytesOf(text) };
}

function bytesOf(text: string): readonly number[] {
  return [...new TextEncoder().encode(text)];
}

/**
 * Undefined when there is nothing to write.
 * @param path the canonical path of the chances, for issues
 */
export function encodeLogprobs(logprobs: Json | undefined, path: Path, report: Report): GenerateContentLogprobs | undefined {
  if (!isJsonObject(logprobs)) return undefined;
  const { content, refusal, ...rest } = logprobs;
  const others = isJsonArray(refusal) && refusal.length > 0 ? { refusal, ...rest } : rest;
  loseAll(others, path, "generate-content has chances of the visible text only.", report);
  if (!isJsonArray(content) || content.length === 0) return undefined;
  const at = [...path, "content"];
  const found = content.flatMap((entry, index) => [
    { entry: objectOf(entry), path: [...at, index] },
    ...topsOf(entry).map((top, place) => ({ entry: objectOf(top), path: [...at, index, "top_logprobs", place] })),
  ]);
  if (found.some(({ entry }) => entry.bytes == null))
    report(equivalent(at, "The bytes of a token are those of its text; the way back writes them."));
  else if (!found.every(({ entry: { token, bytes } }) => typeof token === "string" && sameJson(bytes, bytesOf(token))))
    report(approximated("dropped.value", at, "generate-content gives tokens as text only; bytes that are no text are left out."));
  for (const { entry, path: place } of found) {
    const { token: _token, logprob: _logprob, bytes: _bytes, top_logprobs: _tops, ...unknown } = entry;
    loseAll(unknown, place, "The chances of generate-content have no such field.", report);
  }
  const tops = content.map(topsOf);
  return {
    chosenCandidates: content.map(encodeChance),
    ...(tops.some((top) => top.length > 0) ? { topCandidates: tops.map((top) => ({ candidates: top.map(encodeChance) })) } : {}),
  };
}

function objectOf(entry: Json): JsonObject {
  return isJsonObject(entry) ? entry : {};
}

function topsOf(entry: Json): readonly Json[] {
  return isJsonObject(entry) && isJsonArray(entry.top_logprobs) ? entry.top_logprobs : [];
}

function encodeChance(entry: Json): Chance {
  const { token, logprob } = objectOf(entry);
  return compact({
    token: typeof token === "string" ? token : undefined,
    logProbability: typeof logprob === "number" ? logprob : undefined,
  });
}
