/**
 * Law 6: collecting a translated stream gives what translating the collected stream gives. Arguments compare as JSON
 * values; what the stream's issues speak of is excepted, and said to be.
 */
import type { Profile, StyleName } from "../../src/canonical/common.js";
import type { Issue } from "../../src/core/issue.js";
import { formatPath, type Path } from "../../src/core/path.js";
import { collectStream, createStreamTranslator, streamResponse, translateResponse } from "../../src/index.js";
import type { Document } from "../support/documents.js";
import { at } from "../support/leaves.js";
import { run } from "../support/streams.js";
import { isExcepted } from "./exceptions.js";
import { differences } from "./round-trip.js";

/** What the issues of a stream are about: their paths name events, which are gone when the answer is collected. */
const ABOUT: readonly (readonly [code: RegExp, path: RegExp])[] = [
  // Texts are cut where a citation begins and ends.
  [/citation/, /annotations|citations|[gG]rounding|[cC]itation|^content\.\d+(\.text)?$/],
  [/arguments/, /arguments|input|args|custom/],
];

/** Differences between the two ways, as sentences. */
export function incoherence(document: Document, to: StyleName, profile: Profile): string[] {
  const { style, body } = document;
  const stream = streamResponse(body, { style });
  if (!stream.ok) return [];
  const translated = run(createStreamTranslator({ from: style, to, profile }), [stream.value]);
  const after = collectStream(translated.text, { style: to, profile });
  const collected = collectStream(stream.value, { style, profile });
  if (!collected.ok) return after.ok ? ["the stream cannot be collected, and its translation can"] : [];
  const before = translateResponse(collected.value, { from: style, to, profile });
  if (!after.ok || !before.ok)
    return after.ok === before.ok ? [] : [`the stream is ${after.ok ? "" : "not "}ok, the answer is ${before.ok ? "" : "not "}ok`];
  const expected = comparable(before.value);
  const actual = comparable(after.value);
  return differences(expected, actual)
    .filter((path) => !translated.issues.some((issue) => speaksOf(issue, path)) && !isExcepted("coherence", document, to, [path]))
    .map((path) => `${formatPath(path)}: ${brief(at(expected, path))} is ${brief(at(actual, path))} in the stream`);
}

function speaksOf({ code }: Issue, path: Path): boolean {
  return ABOUT.some(([pattern, place]) => pattern.test(code) && place.test(path.join(".")));
}

function brief(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 60);
}

/** An answer without text has the empty text or none. */
function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, member: unknown) => {
    if (key === "content" && member === "") return null;
    return key === "arguments" && typeof member === "string" ? asValue(member) : member;
  });
}

function asValue(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    return text;
  }
}
