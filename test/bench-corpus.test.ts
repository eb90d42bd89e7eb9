import { describe, expect, it } from "vitest";
import { carriedBy } from "../bench/carried.js";
import {
  createAnswer,
  createImageRequest,
  createStream,
  createTranscript,
  joined,
  type Kind,
  PATHS,
  STYLES,
  slices,
} from "../bench/corpus.js";
import { ordinaryStreams } from "../bench/ordinary.js";
import { createStreamTranslator, translateRequest, validateRequest, validateResponse } from "../src/index.js";
import { expectEqual } from "./support/verdict.js";

const KINDS: readonly Kind[] = ["text", "thinking", "arguments"];
const MEDIAN = { "chat-completions": 56, messages: 27, "generate-content": 3 } as const;
const SIZES = { "chat-completions": 330, messages: 125, "generate-content": 320 } as const;

describe.each(STYLES)("what is measured of %s", (style) => {
  it("is the same bytes in every run", () => {
    expectEqual(createStream(style, "text", 50), createStream(style, "text", 50));
    expect(createStream(style, "text", 50, 2).payload).not.toBe(createStream(style, "text", 50).payload);
  });

  it.each(KINDS)("carries its %s in deltas of a real size", (kind) => {
    const { bytes, frames, deltas, payload } = createStream(style, kind, 200);
    expect(carriedBy(style, kind, bytes).payload).toBe(payload);
    expectEqual(joined(frames), bytes);
    expect(deltas).toBeGreaterThan(190);
    const size = bytes.length / deltas;
    expect(size).toBeGreaterThan(SIZES[style] * 0.8);
    expect(size).toBeLessThan(SIZES[style] * 1.4);
  });

  it.each(KINDS)("is translated whole, %s and all", (kind) => {
    const { bytes, payload } = createStream(style, kind, 60);
    for (const to of STYLES.filter((other) => other !== style)) {
      const translator = createStreamTranslator({ from: style, to });
      const out = [...slices(bytes, 1000).map((piece) => translator.push(piece)), translator.end()];
      expect(carriedBy(to, kind, joined(out)).payload).toBe(payload);
    }
  });

  it("has ordinary streams, which end in every style as they should", () => {
    const streams = ordinaryStreams(style);
    expect(streams.map(({ frames }) => frames.length).sort((a, b) => a - b)[streams.length / 2]).toBe(MEDIAN[style]);
    for (const { frames } of streams)
      for (const to of STYLES.filter((other) => other !== style)) {
        const translator = createStreamTranslator({ from: style, to });
        for (const frame of frames) translator.push(frame);
        translator.end();
        expect(translator.issues.filter(({ severity }) => severity === "error")).toEqual([]);
      }
  });

  it("has a legal transcript of a megabyte and 199 messages", () => {
    const request = createTranscript(style);
    const turns = request.messages ?? request.contents;
    expect(Array.isArray(turns) && turns.filter(({ role }) => role !== "system")).toHaveLength(199);
    const size = JSON.stringify(request).length;
    expect(size).toBeGreaterThan(850_000);
    expect(size).toBeLessThan(1_100_000);
    expect(validateRequest(request, { style, path: PATHS[style] })).toMatchObject({ ok: true });
    for (const to of STYLES) expect(translateRequest(request, { from: style, to, path: PATHS[style] })).toMatchObject({ ok: true });
  });

  it("has a legal request with an image, and a legal answer", () => {
    expect(validateRequest(createImageRequest(style, 4000), { style, path: PATHS[style] })).toMatchObject({ ok: true });
    expect(validateResponse(createAnswer(style), { style })).toMatchObject({ ok: true });
  });
});

it("a stream that lost its second half is seen", () => {
  const { bytes, payload } = createStream("messages", "text", 40);
  expect(carriedBy("messages", "text", bytes.subarray(0, bytes.length / 2)).payload.length).toBeLessThan(payload.length);
});
