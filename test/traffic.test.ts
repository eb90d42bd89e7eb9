/**
 * Every recorded request, answer, error and stream of real services, in all directions and both profiles: no throw, what
 * comes out obeys the target's rules, and the same style gives it back. What cannot be carried is listed, with the reason.
 */
import { describe, expect, it } from "vitest";
import {
  collectStream,
  createStreamTranslator,
  formatPath,
  type Issue,
  parseJson,
  type Result,
  type StyleName,
  styles,
  translateError,
  translateRequest,
  translateResponse,
  validateError,
  validateRequest,
  validateResponse,
} from "../src/index.js";
import { type Recorded, recorded, trafficPresent, whyAbsent } from "./support/traffic.js";

const styleNames: readonly StyleName[] = Object.values(styles).map(({ name }) => name);
const profiles = ["gateway", "vendor"] as const;

/**
 * Recorded documents that a target cannot have, by the rule that forbids it. A rule that refuses more than its list, and an
 * entry that is not refused any more, fail the test.
 */
const REFUSED: Readonly<Record<string, readonly string[]>> = {};

describe.skipIf(!trafficPresent)(`recorded traffic (${whyAbsent})`, () => {
  for (const profile of profiles)
    for (const to of styleNames) {
      const options = { to, profile };

      it(`requests become ${to} of the ${profile} profile`, () => {
        const found = recorded("request").flatMap((document) => {
          const body = parsed(document);
          const result = translateRequest(body, { ...options, from: document.style, ...pathOf(document) });
          if (document.style === to) return sameBody(document, result.ok ? result.value.body : undefined, body, result.issues);
          if (!result.ok) return refused(document, to, profile, result.issues);
          return faults(document, validateRequest(result.value.body, { style: to, profile, path: result.value.path }).issues);
        });
        expect(found).toEqual([]);
      });

      it(`answers become ${to} of the ${profile} profile`, () => {
        const found = recorded("response").flatMap((document) => {
          const body = parsed(document);
          const result = translateResponse(body, { ...options, from: document.style });
          if (document.style === to) return sameBody(document, result.ok ? result.value : undefined, body, result.issues);
          if (!result.ok) return refused(document, to, profile, result.issues);
          return faults(document, validateResponse(result.value, { style: to, profile }).issues);
        });
        expect(found).toEqual([]);
      });

      it(`errors become ${to} of the ${profile} profile`, () => {
        const found = recorded("error").flatMap((document) => {
          const input = errorOf(document);
          const { value } = translateError(input, { ...options, from: document.style });
          if (document.style === to) return sameBody(document, value.body, input.body, []);
          return faults(document, validateError(value, { style: to, profile }).issues);
        });
        expect(found).toEqual([]);
      });

      it(`streams become ${to} of the ${profile} profile, the same whatever way they are cut`, () => {
        const found = recorded("stream").flatMap((document) => {
          const text = asServerSentEvents(document);
          const whole = streamed(text, document.style, to, profile, text.length);
          const cut = streamed(text, document.style, to, profile, 61);
          if (whole !== cut) return [`${document.file}: depends on where it is cut`];
          if (document.style === to) return [];
          const folded = collectStream(whole, { style: to });
          return folded.ok
            ? faults(document, validateResponse(folded.value, { style: to, profile }).issues)
            : folded.issues.filter(({ code }) => !code.startsWith("stream.")).map((issue) => line(document, issue));
        });
        expect(found).toEqual([]);
      });
    }
});

function pathOf({ style, url, model }: Recorded) {
  if (style !== "generate-content") return {};
  const path = url === undefined ? undefined : /\/v1(?:beta|alpha)?\/.*$/.exec(url)?.[0];
  return { path: path ?? `/v1beta/models/${model ?? "gemini-2.5-flash"}:generateContent` };
}

function parsed({ text, style }: Recorded): unknown {
  const result = parseJson(text, { style });
  return result.ok ? result.value : text;
}

function errorOf(document: Recorded): Parameters<typeof translateError>[0] {
  const value: Parameters<typeof translateError>[0] = JSON.parse(document.text);
  return value;
}

/** Some streams were recorded as parsed chunks, or as the JSON array of a generate-content stream without SSE. */
function asServerSentEvents({ file, text }: Recorded): string {
  if (file.endsWith(".sse")) return text;
  const chunks: unknown[] = file.endsWith(".jsonl")
    ? text
        .split("\n")
        .filter((row) => row.trim() !== "")
        .map((row) => JSON.parse(row))
    : [JSON.parse(text)].flat();
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
}

function streamed(text: string, from: StyleName, to: StyleName, profile: (typeof profiles)[number], size: number): string {
  const translator = createStreamTranslator({ from, to, profile });
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  let out = "";
  for (let start = 0; start < bytes.length; start += size)
    out += decoder.decode(translator.push(bytes.subarray(start, start + size)), { stream: true });
  return out + decoder.decode(translator.end());
}

function sameBody(document: Recorded, given: unknown, expected: unknown, issues: readonly Issue[]): string[] {
  if (issues.some(({ code }) => code === "unportable.signature")) return [];
  return given === expected ? [] : [`${document.file}: not given back by its own style`];
}

function refused(document: Recorded, to: StyleName, profile: string, issues: Result<unknown>["issues"]): string[] {
  const errors = issues.filter(({ severity }) => severity === "error");
  return errors
    .filter(({ code }) => !(REFUSED[`${code} ${to} ${profile}`] ?? []).includes(document.file))
    .map((issue) => line(document, issue));
}

function faults(document: Recorded, issues: readonly Issue[]): string[] {
  return issues.filter(({ severity }) => severity === "error").map((issue) => line(document, issue));
}

function line({ file }: Recorded, { code, path, message }: Issue): string {
  return `${file}: ${code} at ${formatPath(path)}: ${message}`;
}
