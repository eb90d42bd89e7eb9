import { describe, expect, test } from "vitest";
import type { StyleName } from "../../src/model/index.js";
import { collectStream, createStreamTranslator, streamResponse } from "../../src/stream-translator.js";
import { translateResponse } from "../../src/translate.js";
import { validateResponse } from "../../src/validate.js";
import { byteByByte, bytesOf, dice, everyCut, randomCuts } from "../support/cuts.js";
import { checkSequence, endsInError, looksComplete } from "../support/grammar.js";
import { recordedStreams, run } from "../support/streams.js";
import { recorded, trafficPresent, whyAbsent } from "../support/traffic.js";
import { expectEqual } from "../support/verdict.js";

const STYLES: readonly StyleName[] = ["chat-completions", "messages", "generate-content"];
const streams = recordedStreams();
const pairs = streams.flatMap((stream) => STYLES.map((to) => ({ ...stream, to })));

const translate = (from: StyleName, to: StyleName, slices: Iterable<Uint8Array | string>) =>
  run(createStreamTranslator({ from, to }), slices);

describe.skipIf(!trafficPresent)(`recorded streams (${whyAbsent})`, () => {
  test.each(pairs)("$file into $to is legal", ({ style, to, text }) => {
    const translated = translate(style, to, [text]);
    expectEqual(checkSequence(to, translated.text, { repeated: style === to }), []);
    expect(looksComplete(to, translated.text)).toBe(!endsInError(to, translated.text));
    if (style === to) return;
    for (const profile of ["gateway", "vendor"] as const) {
      const collected = collectStream(run(createStreamTranslator({ from: style, to, profile }), [text]).text, { style: to });
      const issues = collected.ok ? validateResponse(collected.value, { style: to, profile }).issues : [];
      expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
      if (!collected.ok) expect(collected.issues.filter(({ code }) => !code.startsWith("stream."))).toEqual([]);
    }
  });

  test.each(pairs)("$file into $to is the same however it is cut", ({ style, to, text }) => {
    const bytes = bytesOf(text);
    const whole = translate(style, to, [text]);
    expectEqual(translate(style, to, byteByByte(bytes)), whole);
    for (let seed = 0; seed < 3; seed++) expectEqual(translate(style, to, randomCuts(bytes, seed, 200)), whole);
    if (bytes.length < 1_000) for (const slices of everyCut(bytes)) expectEqual(translate(style, to, slices), whole);
  });

  test.each(pairs)("what is left of $file into $to when it is cut off never looks complete by mistake", ({ style, to, text }) => {
    const whole = translate(style, to, [text]);
    const bytes = bytesOf(text);
    const next = dice(7);
    for (let round = 0; round < 12; round++) {
      const prefix = bytes.slice(0, Math.floor(next() * bytes.length));
      const translated = translate(style, to, [prefix]);
      expectEqual(checkSequence(to, translated.text, { repeated: style === to }), []);
      // Complete before its last bytes came: those were the end marker, usage, padding or another stream.
      if (!endsInError(to, translated.text)) expect(saidFinish(style, new TextDecoder().decode(prefix))).toBe(true);
      else expect(looksComplete(to, translated.text)).toBe(false);
    }
    expect(looksComplete(to, whole.text)).toBe(!endsInError(to, whole.text));
  });

  test.each(pairs)("flipped bytes in $file into $to do no harm", ({ style, to, text }) => {
    const bytes = bytesOf(text);
    const next = dice(bytes.length);
    for (let round = 0; round < 12; round++) {
      const mutated = bytes.slice();
      for (let flips = 0; flips < 1 + round / 3; flips++) mutated[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
      const translated = translate(style, to, [mutated]);
      expectEqual(checkSequence(to, translated.text, { repeated: style === to }), []);
    }
  });

  test.each(pairs.filter(({ style, to }) => style !== to))(
    "$file collected after and before its translation into $to is one answer",
    ({ style, to, text }) => {
      const translated = translate(style, to, [text]);
      const after = collectStream(translated.text, { style: to });
      const before = collectStream(text, { style });
      expect(after.ok).toBe(before.ok);
      if (!after.ok || !before.ok) return;
      // Citations that come when their text is closed already: the stream says so.
      if (translated.issues.some(({ code }) => code === "approximated.citation")) return;
      const expected = translateResponse(before.value, { from: style, to });
      expect(expected.ok && comparable(after.value)).toEqual(expected.ok && comparable(expected.value));
    },
  );
});

describe.skipIf(!trafficPresent)(`recorded answers (${whyAbsent})`, () => {
  test.each(recorded("response"))("$file as a stream of its own style is legal, and collects to the same answer", ({ style, text }) => {
    const body = JSON.parse(text);
    const streamed = streamResponse(body, { style });
    if (!streamed.ok) return;
    expect(checkSequence(style, streamed.value)).toEqual([]);
    const collected = collectStream(streamed.value, { style });
    const whole = collectStream(text, { style });
    expect(collected.ok && visible(style, collected.value)).toEqual(whole.ok && visible(style, whole.value));
  });
  test.each(recorded("error").filter(({ text }) => typeof JSON.parse(text).body === "object"))(
    "$file instead of a stream is an error event of every style",
    ({ style, text }) => {
      const body = JSON.stringify(JSON.parse(text).body);
      for (const to of STYLES) {
        const translated = translate(style, to, [body]);
        expect(endsInError(to, translated.text) || body === "null").toBe(true);
      }
    },
  );
});

/** What a user sees of an answer, in the words of one style. */
function visible(style: StyleName, body: unknown): unknown {
  const seen = style === "messages" ? { ok: true as const, value: body } : translateResponse(body, { from: style, to: "messages" });
  if (!seen.ok || typeof seen.value !== "object" || seen.value === null) return seen;
  // Whose signature it is comes after the text in a stream, and a chat-completions stream states it before.
  return withoutSignatures(Object.fromEntries(Object.entries(seen.value).filter(([key]) => key === "content" || key === "stop_reason")));
}

/** Arguments compare as JSON values; an answer without text has the empty text or none. */
function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, member: unknown) => {
    if (key === "content" && member === "") return null;
    return key === "arguments" && typeof member === "string" ? asValue(member) : member;
  });
}

function withoutSignatures(value: unknown): unknown {
  return JSON.parse(JSON.stringify(comparable(value)), (key, member: unknown) => (key === "signature" ? undefined : member));
}

function asValue(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    return text;
  }
}

function saidFinish(style: StyleName, text: string): boolean {
  if (style === "chat-completions") return /"finish_reason":\s*"\w|\[DONE\]/.test(text);
  if (style === "messages") return /"stop_reason":\s*"\w|message_stop/.test(text);
  return /"finishReason":\s*"\w|"blockReason"/.test(text);
}
