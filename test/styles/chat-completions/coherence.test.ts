/** A whole answer as a stream, and the stream collected again: the answer in its normal form. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { collectStream, streamResponse } from "../../../src/index.js";
import { styleFacts } from "../../../src/style-lists.js";
import { response } from "../../../src/styles/chat-completions/response.js";
import { wireDocument } from "../../arbitraries/index.js";
import { documents } from "../../support/documents.js";
import { runs } from "../../support/runs.js";

const style = "chat-completions";

function normal(body: unknown) {
  const decoded = response.decode(body, { styles: styleFacts });
  const encoded = decoded.ok ? response.encode(decoded.value, { styles: styleFacts }) : decoded;
  return encoded.ok ? encoded.value : undefined;
}

function throughStream(body: unknown) {
  const streamed = streamResponse(body, { style });
  const collected = streamed.ok ? collectStream(streamed.value, { style }) : streamed;
  return collected.ok ? collected.value : undefined;
}

/** Ids and times that were made up are left out of what is collected. */
function told(body: unknown): unknown {
  const { id: _id, created: _created, ...rest } = Object.assign({ id: undefined, created: undefined }, body);
  return rest;
}

/** A stream of thoughts that are not signed may name who signs, because it cannot know yet; what is collected of it does not. */
function unnamed(_key: string, value: unknown): unknown {
  const isThought =
    typeof value === "object" && value !== null && "type" in value && /^reasoning\.(text|summary)$/.test(String(value.type));
  return isThought && "format" in value && value.format === "anthropic-claude-v1" && !("signature" in value)
    ? { ...value, format: "unknown" }
    : value;
}

describe("a whole answer as a stream", () => {
  it.each(documents("response").filter((document) => document.style === style))("gives $name back when it is collected", ({ body }) => {
    expect(told(throughStream(body))).toEqual(told(normal(body)));
  });

  it("gives any answer back, but for thoughts without a word, and the name of who would have signed", () => {
    fc.assert(
      fc.property(wireDocument(style, "response"), ({ body }) => {
        const expected = normal(body);
        fc.pre(!/"(text|summary|data)":""/.test(JSON.stringify(expected)));
        expect(told(throughStream(body))).toEqual(JSON.parse(JSON.stringify(told(expected)), unnamed));
      }),
      runs(150),
    );
  });

  it("keeps what only this style knows: fields of choices, messages, calls and thoughts", () => {
    const body = {
      id: "r",
      object: "chat.completion",
      created: 1,
      model: "m",
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: "Hi",
            refusal: null,
            annotations: [{ type: "file", file: { hash: "h" } }],
            reasoning_details: [{ type: "reasoning.text", text: "Hm", id: "t1", format: "xai-responses-v1", index: 0 }],
            reasoning_content: "Hm",
            executed_tools: [{ index: 0 }],
            tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" }, extra: 1 }],
          },
          finish_reason: "tool_calls",
          native_finish_reason: "done",
          stop_reason: 154827,
          logprobs: null,
        },
      ],
    };
    const odd = body.choices.map((choice) => ({ ...choice, delta: ["x"] }));
    for (const choices of [body.choices, odd]) expect(throughStream({ ...body, choices })).toEqual({ ...body, system_fingerprint: null });
  });
});
