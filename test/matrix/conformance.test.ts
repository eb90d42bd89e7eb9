/**
 * An independent reader agrees with the library: the provider of the AI SDK for the original's style and the provider for
 * the translation's style make the same of the two answers, but for what an issue of the translation announces. Fixtures, and recorded traffic where it is at hand.
 */
import { describe, expect, it } from "vitest";
import { createStreamTranslator, type Issue, type StyleName, translateResponse } from "../../src/index.js";
import type { Seen } from "../e2e/support/clients.js";
import { styleNames } from "../e2e/support/questions.js";
import { fixtures, readText } from "../support/fixtures.js";
import { recordedStreams, run } from "../support/streams.js";
import { recorded } from "../support/traffic.js";
import { ask, models } from "./ai-sdk.js";

interface Payload {
  readonly name: string;
  readonly style: StyleName;
  readonly text: string;
}
const own = (kind: "response" | "stream"): Payload[] =>
  fixtures()
    .filter((fixture) => fixture.kind === kind)
    .map(({ name, style, file }) => ({ name, style, text: readText(file) }));
const named = ({ file, style, text }: { readonly file: string; readonly style: StyleName; readonly text: string }): Payload => ({
  name: file,
  style,
  text,
});

const whole = [...own("response"), ...recorded("response").map(named)];
const streamed = [...own("stream"), ...recordedStreams().map(named)];

type Read = Pick<Seen, "text" | "thinking" | "finish" | "input" | "output"> & { readonly calls: readonly unknown[] };

/** What the provider of a style makes of an answer; a refusal to read it is told, for it is no fault of the library. */
async function read(style: StyleName, text: string, stream: boolean): Promise<Read | string> {
  const fetch = async () => new Response(text, { headers: { "content-type": stream ? "text/event-stream" : "application/json" } });
  try {
    const { read } = await ask(models[style]({ baseUrl: "http://stub", fetch }), [{ role: "user", content: "hi" }], {
      stream,
      tools: true,
    });
    const calls = read.calls.map(({ name, arguments: args }) => [name, args]);
    return {
      text: read.text,
      thinking: read.thinking,
      calls,
      finish: read.finish,
      input: Math.max(read.input, 0),
      output: Math.max(read.output, 0),
    };
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message.slice(0, 200)}` : "failed";
  }
}

/** Fields that the two do not read alike: `finish: "stop" → "other"`. */
function differences(original: Read, other: Read): string[] {
  const rows = Object.entries(original).map(([field, value]) => [
    field,
    JSON.stringify(value),
    JSON.stringify(Object.entries(other).find(([name]) => name === field)?.[1]),
  ]);
  return rows
    .filter(([, before, after]) => before !== after)
    .map(([field, before, after]) => `${field}: ${before?.slice(0, 200)} → ${after?.slice(0, 200)}`);
}

/** Where the reader or its style, not the translation, is at fault. One that no longer differs fails, so that the list stays short. */
const EXCEPTIONS: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^legacy-functions\/chat|test_open_ai_function_calls/, "the provider of chat-completions does not know `function_call`"],
  [/^usage-inconsistent\/generate/, "the provider adds thoughts to a count that holds them already"],
  [
    /^compatible-(?:answer|stream)\/(?:chat|generate)/,
    "the provider does not know what compatible servers do beside the style: docs/quirks.md",
  ],
  [/streaming\.incomplete_partial_json/, "the provider of messages hides a call whose arguments were cut"],
  [/together_chat_legacy/, "the provider of chat-completions does not know the reason `eos`"],
  [/model_armor_response.* in chat/, "the provider of generate-content does not know the reason `MODEL_ARMOR`"],
  [/programmatic-tool-calling\.1\.json in generate/, "generate-content has one reason for an end with and without calls"],
];

/** What the library must have said of a field that does not read alike. */
const ANNOUNCED: Readonly<Record<string, RegExp>> = {
  text: /^(?:dropped\.|approximated\.(?:media|finish_reason|prefill)|equivalent\.form)/,
  thinking: /^(?:dropped\.|approximated\.thinking|unportable\.)/,
  calls: /^(?:dropped\.|approximated\.arguments)/,
  finish: /^(?:approximated\.finish_reason|conflict\.resolved|equivalent\.form|stream\.)/,
  input: /^(?:approximated\.usage|dropped\.field)/,
  output: /^(?:approximated\.usage|dropped\.field)/,
};

/** Reads both, and gives the differences that no issue of the translation announces. Undefined: the original is not read. */
async function unannounced({ style, text }: Payload, translated: Translated): Promise<string[] | undefined> {
  const original = await read(style, text, translated.stream);
  if (typeof original === "string" || original.finish === "interrupted") return undefined;
  const other = await read(translated.style, translated.text, translated.stream);
  const codes = translated.issues.map(({ code }) => code);
  if (typeof other === "string") return codes.some((code) => code.startsWith("stream.")) ? [] : [other];
  return differences(original, other).filter((difference) => {
    const announced = ANNOUNCED[difference.split(":", 1)[0] ?? ""];
    return !codes.some((code) => announced?.test(code));
  });
}

interface Translated {
  readonly style: StyleName;
  readonly text: string;
  readonly stream: boolean;
  readonly issues: readonly Issue[];
}

function translatedWhole({ style: from, text }: Payload, to: StyleName): Translated | undefined {
  const result = translateResponse(JSON.parse(text), { from, to, profile: "vendor" });
  return result.ok ? { style: to, text: JSON.stringify(result.value), stream: false, issues: result.issues } : undefined;
}

function translatedStream({ style: from, text }: Payload, to: StyleName): Translated {
  const { text: written, issues } = run(createStreamTranslator({ from, to, profile: "vendor" }), [text]);
  return { style: to, text: written, stream: true, issues };
}

describe.each(styleNames)("an answer of %s", (from) => {
  for (const to of styleNames.filter((style) => style !== from))
    for (const [kind, payloads, translate] of [
      ["whole", whole, translatedWhole],
      ["streamed", streamed, translatedStream],
    ] as const)
      for (const payload of payloads.filter(({ style }) => style === from))
        it(`${payload.name} reads alike in ${to}, ${kind}`, async ({ skip }) => {
          const translated = translate(payload, to);
          if (translated === undefined) return skip("it is no answer");
          const found = await unannounced(payload, translated);
          if (found === undefined) return skip("the provider of its own style does not read it");
          const reason = EXCEPTIONS.find(([name]) => name.test(`${payload.name} in ${to}`) && (to !== "messages" || found.length > 0))?.[1];
          if (reason === undefined) expect(found.join(" ; ")).toBe("");
          else expect(found.length, reason).toBeGreaterThan(0);
        });
});
