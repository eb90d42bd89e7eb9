/** What undoes the changes of schemas in answers: whole ones, and streams cut anywhere. */
import { describe, expect, it } from "vitest";
import {
  type Context,
  createEventTranslator,
  createStreamTranslator,
  translateRequest,
  translateResponse,
  unwrap,
} from "../../src/index.js";

const S = { type: "string" };
const all = { profile: "vendor", report: "all" } as const;

const SCHEMA = {
  type: "object",
  properties: { city: S, unit: { ...S, enum: ["C", "F"] }, tags: { type: "object", additionalProperties: S }, more: { type: "object" } },
  required: ["city", "tags", "more"],
};
const FORMAT = { response_format: { type: "json_schema", json_schema: { name: "weather", schema: SCHEMA } } };
const WRITTEN = '{"city":"Rome","tags":[{"key":"sky","value":"blue"}],"more":"{\\"wind\\":[1]}"}';
const RESTORED = { city: "Rome", tags: { sky: "blue" }, more: { wind: [1] } };

const ROUTE = { type: "object", properties: { "filter[id]": S, n: { type: "integer" } }, required: ["filter[id]"] };
const LEGAL = "filter_id__ce258d02";

function answer(content: readonly object[]) {
  return {
    ...{ id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-4-5", content },
    ...{ stop_reason: "end_turn", stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
  };
}

function stream(content: readonly ({ readonly text: string } | { readonly name: string; readonly json: string })[], size: number) {
  const frame = (event: { readonly type: string }) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  const { content: _content, stop_reason: _reason, ...head } = answer([]);
  const blocks = content.flatMap((block, index) => {
    const whole = "text" in block ? block.text : block.json;
    const start = "text" in block ? { type: "text", text: "" } : { type: "tool_use", id: `toolu_${index}`, name: block.name, input: {} };
    const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, piece) => whole.slice(piece * size, (piece + 1) * size));
    const delta = (piece: string) =>
      "text" in block ? { type: "text_delta", text: piece } : { type: "input_json_delta", partial_json: piece };
    return [
      { type: "content_block_start", index, content_block: start },
      ...pieces.map((piece) => ({ type: "content_block_delta", index, delta: delta(piece) })),
      { type: "content_block_stop", index },
    ];
  });
  const events = [
    { type: "message_start", message: { ...head, content: [], stop_reason: null } },
    ...blocks,
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ];
  return events.map(frame);
}

interface Chunk {
  readonly choices?: readonly {
    readonly delta: { readonly content?: string; readonly tool_calls?: readonly { readonly function: { readonly arguments?: string } }[] };
  }[];
}

/** The texts and arguments of a translated stream, piece by piece. */
function pieces(frames: readonly string[], context: Context, fastPath = true): readonly string[] {
  const translator = createStreamTranslator({ from: "messages", to: "chat-completions", context, fastPath });
  const encoder = new TextEncoder();
  const out = [...frames.map((frame) => translator.push(encoder.encode(frame))), translator.end()];
  return out
    .flatMap((bytes) => new TextDecoder().decode(bytes).split("\n"))
    .filter((line) => line.startsWith("data: {"))
    .flatMap((line) => {
      const { choices = [] }: Chunk = JSON.parse(line.slice("data: ".length));
      return choices.flatMap(({ delta }) => [
        delta.content ?? "",
        ...(delta.tool_calls ?? []).map((call) => call.function.arguments ?? ""),
      ]);
    })
    .filter((piece) => piece !== "");
}

describe("an answer", () => {
  const tools = [{ type: "function", function: { name: "f", parameters: ROUTE } }];
  const request = { model: "gpt-5.1", messages: [{ role: "user", content: "hi" }], ...FORMAT, tools };
  const { context } = unwrap(translateRequest(request, { from: "chat-completions", to: "messages", ...all }));
  const options = { from: "messages", to: "chat-completions", context, ...all } as const;

  it("has arguments and texts in the shape of the client's schemas", () => {
    const content = [
      { type: "text", text: WRITTEN },
      { type: "tool_use", id: "toolu_1", name: "f", input: { [LEGAL]: "x", n: 1 } },
      { type: "tool_use", id: "toolu_2", name: "g", input: { [LEGAL]: "x" } },
    ];
    const result = translateResponse(answer(content), options);
    if (!result.ok) throw new Error("not ok");
    const [choice] = result.value.choices;
    expect(JSON.parse(String(choice?.message?.content))).toEqual(RESTORED);
    expect(choice?.message?.tool_calls?.map((call) => call.type === "function" && call.function.arguments)).toEqual([
      '{"filter[id]":"x","n":1}',
      `{"${LEGAL}":"x"}`,
    ]);
  });

  it("is the bare text where the client asked for one of some words", () => {
    const body = {
      contents: [{ role: "user", parts: [{ text: "q" }] }],
      generationConfig: { responseMimeType: "text/x.enum", responseSchema: { type: "STRING", enum: ["red", 'dark "red"'] } },
    };
    const asked = translateRequest(body, { from: "generate-content", to: "messages", model: "claude-sonnet-4-5", ...all });
    if (!asked.ok) throw new Error("not ok");
    expect(asked.issues.map(({ code }) => code)).toEqual(["equivalent.form", "defaulted.max_tokens"]);
    const given = answer([{ type: "text", text: '{"value": "dark \\"red\\""}' }]);
    const result = translateResponse(given, { from: "messages", to: "generate-content", context: asked.value.context });
    expect(result).toMatchObject({ value: { candidates: [{ content: { parts: [{ text: 'dark "red"' }] } }] } });
  });

  it("stays as it is where it does not have the expected shape", () => {
    for (const text of ["I cannot do that.", '{"city":"Ro', '{"tags":"none"}', "[1]", ""])
      expect(translateResponse(answer([{ type: "text", text }]), options)).toMatchObject({
        value: { choices: [{ message: text === "" ? {} : { content: text } }] },
      });
  });

  it("is the same in a stream, however that is cut, and on the fast path", () => {
    const calls = '{"filter[id]": "a \\" b", "n": 10}'.replace("filter[id]", LEGAL);
    for (const size of [1, 2, 3, 7, 100]) {
      const frames = stream([{ text: WRITTEN }, { name: "f", json: calls }, { name: "g", json: calls }], size);
      const out = pieces(frames, context).join("");
      expect(out).toBe(pieces(frames, context, false).join(""));
      expect(out).toBe(`${JSON.stringify(RESTORED)}${calls.replace(LEGAL, "filter[id]")}${calls}`);
    }
  });

  it("goes on live in a stream: a piece is late by one name", () => {
    const frames = stream([{ name: "f", json: `{"${LEGAL}":"0123456789"}` }], 4);
    const parts = pieces(frames, context);
    expect(parts.join("")).toBe('{"filter[id]":"0123456789"}');
    expect(parts.length).toBeGreaterThan(3);
  });

  it("gives what is held of a stream that breaks off", () => {
    const frames = stream([{ text: WRITTEN }], 10).slice(0, 6);
    expect(pieces(frames, context).join("")).toBe('{"city":"Rome","tags":[{"key":"sky","val');
  });

  it("is restored for callers who hold events", () => {
    const translator = createEventTranslator({ from: "messages", to: "chat-completions", context });
    const events = stream([{ text: WRITTEN }], 5).map((frame): unknown => JSON.parse(frame.slice(frame.indexOf("data: ") + 6)));
    const out = [...events.flatMap((event) => translator.push(event).events), ...translator.end().events];
    expect(JSON.parse(out.flatMap(({ choices }) => choices?.map(({ delta }) => delta?.content ?? "") ?? []).join(""))).toEqual(RESTORED);
  });

  it("is not restored by a context that translateRequest did not give", () => {
    for (const restore of [5, { format: 5 }, { tools: { f: { drop: "x" } } }, { format: { any: [5] } }, { format: { defs: { a: 1 } } }])
      expect(() => translateResponse(answer([]), { ...options, context: JSON.parse(JSON.stringify({ restore })) })).toThrow(TypeError);
    const endless = { format: { ref: "a", defs: { a: { ref: "b" }, b: { ref: "a" } } } };
    expect(translateResponse(answer([{ type: "text", text: WRITTEN }]), { ...options, context: { restore: endless } })).toMatchObject({
      value: { choices: [{ message: { content: WRITTEN } }] },
    });
  });
});
