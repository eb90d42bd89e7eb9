/**
 * `logprobsResult` and the canonical form of token chances: `{ content: [{ token, logprob, bytes, top_logprobs }] }`. Bytes
 * are the UTF-8 of the token; token ids are the vendor's own and are left out.
 */

import { compact } from "../../core/compact.js";
import { approximated, dropped, equivalent, type Issue } from "../../core/issue.js";
import { isJsonArray, isJsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Json, JsonObject } from "../../model/index.js";
import type { GenerateContentLogprobs } from "./wire-answer.js";

type Chance = NonNullable<GenerateContentLogprobs["chosenCandidates"]>[number];
type Report = (issue: Issue) => void;

/**
 * Undefined when nothing is said.
 * @param path that of the wire's object, for issues
 */
export function decodeLogprobs(wire: GenerateContentLogprobs | null | undefined, path: Path, report: Report): Json | undefined {
  if (wire === null || wire === undefined) return undefined;
  const { chosenCandidates, topCandidates, ...rest } = wire;
  const chosen = chosenCandidates ?? [];
  for (const key of Object.keys(rest))
    if (rest[key] != null)
      report(dropped("dropped.field", [...path, key], "This has no place in the model beside the tokens.", { severity: "info" }));
  if ((topCandidates?.length ?? 0) > chosen.length)
    report(
      dropped("dropped.field", [...path, "topCandidates"], "There are more lists of tokens than tokens that were chosen.", {
        severity: "info",
      }),
    );
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
  return { token: text, logprob: logProbability ?? 0, bytes: [...new TextEncoder().encode(text)] };
}

/**
 * Undefined when there is nothing to say.
 * @param path the canonical path of the chances, for issues
 */
export function encodeLogprobs(logprobs: Json | undefined, path: Path, report: Report): GenerateContentLogprobs | undefined {
  if (!isJsonObject(logprobs)) return undefined;
  const { content, refusal, ...rest } = logprobs;
  if (isJsonArray(refusal) && refusal.length > 0)
    report(dropped("dropped.field", [...path, "refusal"], "generate-content has chances of the visible text only.", { severity: "info" }));
  for (const key of Object.keys(rest))
    if (rest[key] !== null) report(dropped("dropped.field", [...path, key], "generate-content has no such chances.", { severity: "info" }));
  if (!isJsonArray(content) || content.length === 0) return undefined;
  const entries = content.flatMap((entry) => [entry, ...topsOf(entry)]);
  if (entries.some((entry) => !isJsonObject(entry) || entry.bytes == null))
    report(equivalent([...path, "content"], "The bytes of a token are those of its text; the way back states them."));
  else if (entries.some((entry) => isJsonObject(entry) && !sameBytes(entry)))
    report(
      approximated(
        "dropped.value",
        [...path, "content"],
        "generate-content gives tokens as text only; bytes that are no text are left out.",
      ),
    );
  for (const [index, entry] of content.entries())
    for (const [at, chance] of [entry, ...topsOf(entry)].entries())
      loseUnknown(chance, at === 0 ? [...path, "content", index] : [...path, "content", index, "top_logprobs", at - 1], report);
  const tops = content.map(topsOf);
  return {
    chosenCandidates: content.map(encodeChance),
    ...(tops.some((top) => top.length > 0) ? { topCandidates: tops.map((top) => ({ candidates: top.map(encodeChance) })) } : {}),
  };
}

function topsOf(entry: Json): readonly Json[] {
  return isJsonObject(entry) && isJsonArray(entry.top_logprobs) ? entry.top_logprobs : [];
}

function sameBytes({ token, bytes }: JsonObject): boolean {
  if (!isJsonArray(bytes) || typeof token !== "string") return false;
  const own = new TextEncoder().encode(token);
  return own.length === bytes.length && own.every((byte, index) => byte === bytes[index]);
}

const CHANCE = new Set(["token", "logprob", "bytes", "top_logprobs"]);

function loseUnknown(chance: Json, path: Path, report: Report): void {
  for (const [key, value] of isJsonObject(chance) ? Object.entries(chance) : [])
    if (!CHANCE.has(key) && value !== null)
      report(dropped("dropped.field", [...path, key], "The chances of generate-content have no such field.", { severity: "info" }));
}

function encodeChance(entry: Json): Chance {
  if (!isJsonObject(entry)) return {};
  const { token, logprob } = entry;
  return compact({
    token: typeof token === "string" ? token : undefined,
    logProbability: typeof logprob === "number" ? logprob : undefined,
  });
}
