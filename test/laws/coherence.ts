/**
 * Law 6: collecting a translated stream gives what translating the collected stream gives. Arguments compare as JSON
 * values; what the stream's issues speak of is excepted, and said to be.
 */

import { formatPath, type Issue, type Path } from "../../src/core/issue.js";
import { collectStream, createStreamTranslator, streamResponse, translateResponse } from "../../src/index.js";
import type { BaseProfile, StyleName } from "../../src/model/common.js";
import type { Document } from "../support/documents.js";
import { at } from "../support/leaves.js";
import { run } from "../support/streams.js";
import type { Verdict } from "../support/verdict.js";
import { needed, subjects } from "./exceptions.js";
import { differences } from "./round-trip.js";

/** Issues that speak of where a text is cut: blocks end where a citation does, and a text runs on into a signed one. */
const CUTS = /citation|merged/;

/** Differences between the two ways, as sentences. */
export function incoherence(document: Document, to: StyleName, profile: BaseProfile): Verdict {
  const { style, body } = document;
  const stream = streamResponse(body, { style });
  if (!stream.ok) return undefined;
  const translated = run(createStreamTranslator({ from: style, to, profile, report: "all" }), [stream.value]);
  const after = collectStream(translated.text, { style: to, profile });
  const collected = collectStream(stream.value, { style, profile });
  if (!collected.ok) return after.ok ? ["the stream cannot be collected, and its translation can"] : undefined;
  const before = translateResponse(collected.value, { from: style, to, profile });
  if (!after.ok || !before.ok)
    return after.ok === before.ok ? undefined : [`the stream is ${after.ok ? "" : "not "}ok, the answer is ${before.ok ? "" : "not "}ok`];
  const cut = translated.issues.some(({ code }) => CUTS.test(code));
  const expected = comparable(before.value, cut);
  const actual = comparable(after.value, cut);
  const isExcused = (path: Path) => translated.issues.some((issue) => speaksOf(issue, path));
  return differences(expected, actual, [], isExcused).map(
    (path) => `${formatPath(path)}: ${brief(at(expected, path))} is ${brief(at(actual, path))} in the stream`,
  );
}

function speaksOf({ code }: Issue, path: Path): boolean {
  const subject = subjects.find((row) => row.code.test(code) && row.path.test(path.join(".")));
  if (subject !== undefined) needed.add(subject);
  return subject !== undefined;
}

function brief(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 60);
}

/** An answer without text has the empty text or none. `cut`: texts that follow each other are compared as one. */
function comparable(value: unknown, cut: boolean): unknown {
  return JSON.parse(JSON.stringify(value), (key, member: unknown) => {
    if (key === "content" && member === "") return null;
    if (cut && (key === "content" || key === "parts") && Array.isArray(member)) return joined(member);
    return key === "arguments" && typeof member === "string" ? asValue(member) : member;
  });
}

interface TextLike {
  readonly type?: string;
  readonly text: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly citations?: unknown;
}

/** Blocks or parts, without citations; the signature of a text is that of its last piece. */
function joined(pieces: readonly unknown[]): unknown[] {
  const whole: unknown[] = [];
  for (const piece of pieces) {
    if (!isText(piece)) {
      whole.push(piece);
      continue;
    }
    const { citations: _citations, ...text } = piece;
    const last = whole.at(-1);
    const goesOn = isText(last) && last.thought === text.thought && last.thoughtSignature === undefined;
    if (goesOn) whole.pop();
    whole.push(goesOn ? { ...last, ...text, text: last.text + text.text } : text);
  }
  return whole;
}

function isText(piece: unknown): piece is TextLike {
  return typeof piece === "object" && piece !== null && "text" in piece && typeof piece.text === "string";
}

function asValue(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    return text;
  }
}
