import { describe, expect, test } from "vitest";
import type { CanonicalRequest } from "../../../src/model/index.js";
import { stripForeignSignatures } from "../../../src/styles/chat-completions/reasoning.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { atUrl, base64, image, opaque, proof, text, thought } from "../../support/parts.js";
import { asking } from "../../support/requests.js";

const user = { role: "user", content: "hi" } as const;

function decode(body: Record<string, unknown>) {
  const decoded = request.decode({ model: "m", messages: [user], ...body });
  if (!decoded.ok) throw new Error(decoded.issues[0].message);
  return decoded;
}

function encode(canonical: Partial<CanonicalRequest>, options: EncodeOptions = { from: "messages" }) {
  return request.encode(asking(canonical), options);
}

function bodyOf(canonical: Partial<CanonicalRequest>, options?: EncodeOptions) {
  const encoded = encode(canonical, options);
  if (!encoded.ok) throw new Error(encoded.issues[0].message);
  return encoded.value.body;
}

function codes(result: { readonly issues: readonly { readonly code: string; readonly path: readonly (string | number)[] }[] }): string[] {
  return result.issues.map(({ code, path }) => `${code} ${path.join(".")}`);
}

describe("conversation", () => {
  test("leading system and developer messages are instructions, later ones stay in place", () => {
    const { value } = decode({
      messages: [{ role: "system", content: "S" }, { role: "developer", content: "D" }, user, { role: "system", content: "later" }],
    });
    expect(value.instructions.map(({ role }) => role)).toEqual(["system", "developer"]);
    expect(value.turns.map(({ role }) => role)).toEqual(["user", "system"]);
  });

  test("a run of tool messages is one message with one part each (T2)", () => {
    const { value } = decode({
      messages: [
        user,
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "a", type: "function", function: { name: "f", arguments: '{"x": 1}' } },
            { id: "b", type: "function", function: { name: "g", arguments: "" } },
          ],
        },
        { role: "tool", tool_call_id: "a", content: "20" },
        { role: "tool", tool_call_id: "b", content: '{"t":5}' },
        user,
      ],
    });
    expect(value.turns.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
    expect(value.turns[1]?.parts).toMatchObject([
      { id: "a", arguments: { json: '{"x": 1}', value: { x: 1 } } },
      { id: "b", arguments: { json: "", value: {} } },
    ]);
    expect(value.turns[2]?.parts.map((part) => part.type === "tool-result" && part.callId)).toEqual(["a", "b"]);
  });

  test("pictures of a tool result follow in a user message after all results (BB-031)", () => {
    const result = (callId: string, content: CanonicalRequest["turns"][number]["parts"]) =>
      ({ type: "tool-result", callId, content }) as const;
    const call = (id: string) => ({ type: "tool-call", id, name: "f", variant: "function", arguments: { json: "{}", value: {} } }) as const;
    const encoded = encode({
      turns: [
        { role: "assistant", parts: [call("a"), call("b")] },
        { role: "tool", parts: [result("a", [text("shot"), image(base64("image/png", "AA=="))]), result("b", [])] },
      ],
    });
    expect(encoded.ok && encoded.value.body.messages.slice(1)).toEqual([
      { role: "tool", tool_call_id: "a", content: "shot" },
      { role: "tool", tool_call_id: "b", content: "" },
      { role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AA==" } }] },
    ]);
    expect(codes(encoded)).toContain("approximated.reordered turns.1.parts.0.content.1");
  });

  test("a cache marker on a tool message goes there and back (BB-062)", () => {
    const tool = { role: "tool", tool_call_id: "c", content: "x", cache_control: { type: "ephemeral" } };
    const call = {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
    };
    const { value } = decode({ messages: [user, call, tool] });
    expect(value.turns[2]?.parts[0]?.cacheControl).toEqual({ type: "ephemeral" });
    expect(bodyOf(value, { from: "chat-completions" }).messages[2]).toEqual(tool);
  });
});

describe("thinking", () => {
  test("thoughts of another vendor keep their text and lose their signature; the vendor profile takes none", () => {
    const messages: CanonicalRequest["turns"] = [
      { role: "assistant", parts: [thought("t", { signature: proof("messages") }), text("A")] },
      { role: "user", parts: [text("u")] },
    ];
    const plain = encode({ turns: messages });
    expect(plain.ok && plain.value.body.messages[0]).toEqual({ role: "assistant", content: "A" });
    expect(codes(plain)).toEqual(["dropped.part turns.0.parts.0"]);
    const lone = bodyOf({ turns: messages }, { from: "messages", reasoningCarriers: ["reasoning_content"] });
    expect(lone.messages[0]).toEqual({ role: "assistant", content: "A", reasoning_content: "t" });
    const encoded = encode({ turns: messages }, { from: "messages", chatExtensions: true });
    expect(encoded.ok && encoded.value.body.messages[0]).toMatchObject({
      content: "A",
      reasoning_content: "t",
      reasoning_details: [{ type: "reasoning.text", text: "t", index: 0 }],
    });
    expect(codes(encoded)).toEqual(["unportable.signature turns.0.parts.0.signature"]);
    expect(bodyOf({ turns: messages }, { from: "messages", profile: "vendor" }).messages[0]).toEqual({ role: "assistant", content: "A" });
  });
});

describe("media", () => {
  const content = (part: unknown) => {
    const result = request.decode({ model: "m", messages: [{ role: "user", content: [part] }] });
    return result.ok ? result.value.turns[0]?.parts[0] : result.issues[0].code;
  };

  test("data URIs are cut at the comma (BB-133, BB-134)", () => {
    expect(content({ type: "image_url", image_url: { url: "data:image/jpg;base64,AAAA" } })).toEqual(image(base64("image/jpeg", "AAAA")));
    expect(content({ type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBE" } })).toEqual({
      type: "document",
      source: base64("application/pdf", "JVBE"),
      filename: "a.pdf",
    });
  });

  test("an image without a media type is refused", () => {
    expect(content({ type: "image_url", image_url: { url: "data:;base64,AAAA" } })).toBe("failed.unsupported");
  });

  test("blocks of unknown kinds are kept whole", () => {
    for (const block of [
      { type: "reference", reference_ids: [1] },
      { type: "document_url", document_url: 5 },
    ])
      expect(content(block)).toEqual(opaque("chat-completions", block));
  });

  test("documents at an address are those of Mistral's clients", () => {
    expect(content({ type: "document_url", document_url: "https://a/b.pdf", document_name: "b" })).toEqual({
      type: "document",
      source: atUrl("https://a/b.pdf"),
      filename: "b",
    });
    expect(content({ type: "document_url", document_url: "data:application/pdf;base64,JVBE", document_name: 5 })).toEqual({
      type: "document",
      source: base64("application/pdf", "JVBE"),
      extensions: { "chat-completions": { document_name: 5 } },
    });
  });
});

test("foreign envelopes are named where they stand, and all that is beside them stays", () => {
  const envelope = "sig1.m.x.Q";
  const said = {
    role: "assistant",
    content: "A",
    extra_content: { google: { thought_signature: envelope, x: 1 }, y: 2 },
    tool_calls: [
      "odd",
      { id: "a", extra_content: null },
      { id: "b", signature: envelope, extra_content: { google: { thought_signature: envelope } } },
    ],
    reasoning_details: [5, { type: "reasoning.text", text: "t", signature: envelope }, { type: "reasoning.text", signature: "own" }],
  };
  const others = [5, { ...said, role: "user" }, { role: "assistant", tool_calls: [{ id: "c" }], extra_content: 5 }];
  const { value, issues } = stripForeignSignatures({ messages: [...others, said], n: 1 });
  expect(value).toEqual({
    messages: [
      ...others,
      {
        role: "assistant",
        content: "A",
        extra_content: { google: { x: 1 }, y: 2 },
        tool_calls: ["odd", { id: "a", extra_content: null }, { id: "b", signature: envelope, extra_content: { google: {} } }],
        reasoning_details: [5, { type: "reasoning.text", text: "t" }, { type: "reasoning.text", signature: "own" }],
      },
    ],
    n: 1,
  });
  expect(issues.map(({ severity, from, path }) => [severity, from, path.join(".")])).toEqual([
    ["warning", "messages", "messages.3.extra_content.google.thought_signature"],
    ["warning", "messages", "messages.3.tool_calls.2.extra_content.google.thought_signature"],
    ["warning", "messages", "messages.3.reasoning_details.1.signature"],
  ]);
  expect(stripForeignSignatures({ messages: others }).value).toEqual({ messages: others });
});

test("annotations of an earlier answer are kept unread, whatever they are", () => {
  const { value } = decode({ messages: [user, { role: "assistant", content: "A", annotations: 5 }] });
  expect(value.turns[1]).toEqual({ role: "assistant", parts: [text("A")], extensions: { "chat-completions": { annotations: 5 } } });
});
