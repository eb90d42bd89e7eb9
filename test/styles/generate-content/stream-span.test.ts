/** Citations come at the end of a stream and point into its text, of which as much is held as any answer has. */
import { expect, test } from "vitest";
import { createStreamTranslator } from "../../../src/stream-translator.js";
import { bytesOf } from "../../support/cuts.js";

const PIECE = "a".repeat(64 * 1024);
const MIB = 1024 * 1024;

function frame(parts: readonly object[], more: object = {}): string {
  return `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts }, index: 0, ...more }], responseId: "r", modelVersion: "m" })}\n\n`;
}

const END = frame([{ text: "." }], {
  finishReason: "STOP",
  groundingMetadata: {
    groundingChunks: [{ web: { uri: "https://example.com", title: "example" } }],
    groundingSupports: [{ segment: { startIndex: 3, endIndex: 8, text: "aaaaa" }, groundingChunkIndices: [0] }],
  },
});

function cited(length: number, fastPath: boolean) {
  const translator = createStreamTranslator({ from: "generate-content", to: "chat-completions", fastPath });
  for (let sent = 0; sent < length; sent += PIECE.length) translator.push(bytesOf(frame([{ text: PIECE }])));
  const last = new TextDecoder().decode(translator.push(bytesOf(END))) + new TextDecoder().decode(translator.end());
  return { last, codes: translator.issues.map(({ code }) => code) };
}

test("a text of three million characters can be cited, by the fast path and without", () => {
  const { last, codes } = cited(3 * MIB, true);
  expect(last).toContain('"start_index":3,"end_index":8');
  expect(cited(3 * MIB, false)).toEqual({ last, codes });
});

test("citations of a text that is too long to be held have no place in it, and that is said", () => {
  const { last, codes } = cited(5 * MIB, true);
  expect(last).not.toContain("start_index");
  expect(codes.some((code) => code.startsWith("dropped."))).toBe(true);
  expect(cited(5 * MIB, false)).toEqual({ last, codes });
});
