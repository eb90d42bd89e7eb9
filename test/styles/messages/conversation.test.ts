import { describe, expect, test } from "vitest";
import type { CanonicalRequest, Message, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/messages/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { cases } from "../../support/cases.js";
import * as msg from "../../support/msg.js";
import { base64, call as callPart, image, opaque, proof, refusal, text, thought as thoughtPart } from "../../support/parts.js";
import { asking } from "../../support/requests.js";

const user: Message = { role: "user", parts: [text("hi")] };
const system = (...parts: readonly Part[]): Message => ({ role: "system", parts });
const assistant = (...parts: readonly Part[]): Message => ({ role: "assistant", parts });
const call = (id: string) => callPart(id, "f");
const searching: Part = { type: "server-tool-call", id: "s", name: "web_search", input: {} };
const result = (callId: string, ...content: readonly Part[]): Message => ({
  role: "tool",
  parts: [{ type: "tool-result", callId, content }],
});

const EPHEMERAL = { cacheControl: { type: "ephemeral" } } as const;
const CACHED = { cache_control: { type: "ephemeral" } };
const png = image(base64("image/png", "AAAA"));
const plain: Part = { type: "document", source: { kind: "text", text: "d" } };
const thought = thoughtPart("t", { signature: proof("messages", "s") });
const redacted: Part = { type: "redacted-thinking", data: "d", signature: { value: "d", origin: "messages" } };
const EMPTY = asking({ limits: { maxOutputTokens: 5 } });

function write(messages: readonly Message[], options: EncodeOptions = {}, change: Partial<CanonicalRequest> = {}) {
  const encoded = request.encode({ ...EMPTY, turns: messages, ...change }, { from: "chat-completions", ...options });
  return {
    ok: encoded.ok,
    body: encoded.ok ? encoded.value.body : undefined,
    issues: encoded.issues.map(({ code, path, severity }) => `${code} ${path.join(".")} ${severity}`),
  };
}

describe("instructions in the middle of a conversation", () => {
  const searched = assistant({ type: "server-tool-result", callId: "s", name: "web_search", result: [] });
  const called = assistant(searching);
  const said = assistant(text("ok"));

  test.each([
    ["after the user", [user, system(text("s"))], true],
    ["after a tool of the service", [user, called, system(text("s"))], true],
    ["after its result", [user, searched, system(text("s"))], true],
    ["before the assistant", [user, system(text("s")), said, user], true],
    ["twice in a row", [user, system(text("s")), system(text("t"))], true],
    ["before one of a developer and the assistant", [user, system(text("s")), { role: "developer", parts: [text("t")] }, said], true],
    ["before the user", [user, system(text("s")), user], false],
    ["after what the assistant said", [user, said, system(text("s"))], false],
    ["after nothing", [system(text("s")), said], false],
  ] as const)("stand where they are where that is legal: %s", (_where, messages, legal) => {
    const { ok, body, issues } = write(messages, { midSystem: "native" });
    expect(ok).toBe(legal);
    if (legal) expect(body?.messages.filter(({ role }) => role === "system")).toHaveLength(1);
    else expect(issues).toContainEqual(`failed.unsupported turns.${messages.findIndex(({ role }) => role === "system")} error`);
  });

  test("fail where the caller wants none to move", () => {
    expect(write([user, system(text("s"))], { midSystem: "reject" }).issues).toEqual(["failed.unsupported turns.1 error"]);
  });

  test("stay where they are where they hold what only this style has", () => {
    const added = opaque("messages", { type: "tool_addition", x: 1 });
    const body = write([user, system(added)]).body;
    expect(body?.messages[1]).toEqual({ role: "system", content: [{ type: "tool_addition", x: 1 }] });
    expect(write([user, system(text("s"), added)]).body?.messages[1]).toEqual({
      role: "system",
      content: [text("s"), { type: "tool_addition", x: 1 }],
    });
    expect(write([user, system(added), user]).issues).toContainEqual("dropped.part turns.1.parts.0 warning");
    const foreign = opaque("generate-content", { x: 1 });
    expect(write([user, system(text("s"), foreign)]).body).toMatchObject({ system: "s", messages: [{ role: "user" }] });
  });

  test("move where the caller asks for that, whatever the model takes", () => {
    const options = { midSystem: "hoist", capabilities: { midSystem: true } } as const;
    expect(write([user, system(text("s"))], options).body).toMatchObject({ system: "s", messages: [{ role: "user" }] });
  });

  test("are no turn where they say nothing", () => {
    for (const midSystem of ["native", "user"] as const) {
      const { body, issues } = write([user, system(text(" "))], { midSystem });
      expect(body?.messages).toHaveLength(1);
      expect(issues).toContainEqual("dropped.part turns.1.parts.0.text warning");
    }
    expect(write([user, said, system(text(" "))], { midSystem: "user" }).body?.messages).toHaveLength(2);
  });
});

/** `written` is the content of one of the turns. */
cases<
  [
    turns: readonly Message[],
    issues: readonly string[],
    written?: readonly [turn: number, content: unknown] | undefined,
    options?: EncodeOptions,
  ]
>({
  "the assistant's media": [
    [user, assistant(text("a"), png, plain), user],
    ["dropped.part turns.1.parts.1 warning", "dropped.part turns.1.parts.2 warning"],
  ],
  "the signature of a part that is not signed here": [
    [{ role: "user", parts: [{ ...png, signature: proof("generate-content") }] }],
    ["unportable.signature turns.0.parts.0.signature warning"],
  ],
  "a refusal without words, but not a signed thought without": [
    [user, assistant({ ...thought, text: " " }, text("a"), refusal(" ")), user],
    ["dropped.part turns.1.parts.2.text warning"],
    [1, [msg.thinking(" ", "s"), text("a")]],
  ],
  "the cache marker of a blank text behind a thought": [
    [user, assistant(thought, text("", EPHEMERAL), call("a")), result("a")],
    ["dropped.part turns.1.parts.1.text info", "dropped.field turns.1.parts.1.cacheControl info"],
    [1, [msg.thinking("t", "s"), msg.use("a", "f")]],
  ],
  "the cache marker of a blank text behind a redacted thought": [
    [user, assistant(redacted, text("", EPHEMERAL), call("a")), result("a")],
    ["dropped.part turns.1.parts.1.text info", "dropped.field turns.1.parts.1.cacheControl info"],
    [1, [{ type: "redacted_thinking", data: "d" }, msg.use("a", "f")]],
  ],
  "all that a blank text carries": [
    [
      {
        role: "user",
        parts: [
          text("", { signature: proof("generate-content"), extensions: { "generate-content": { later: 1 } }, ...EPHEMERAL }),
          text("hi"),
        ],
      },
    ],
    [
      "dropped.part turns.0.parts.0.text info",
      "unportable.signature turns.0.parts.0.signature warning",
      "dropped.field turns.0.parts.0.extensions.generate-content.later info",
      "dropped.field turns.0.parts.0.cacheControl info",
    ],
  ],
  "a participant's name": [[{ ...user, name: "n" }], ["dropped.field turns.0.name info"]],
  "a call without a result, but for a gateway": [[user, assistant(call("a")), user], ["unpaired.tool_call turns.1.parts.0 warning"]],
  "a result of no call, and a call without a result": [
    [user, assistant(call("a"), call("b")), result("b"), result("c")],
    ["unpaired.tool_result turns.3.parts.0 warning", "unpaired.tool_call turns.1.parts.0 warning"],
  ],
  "a result before any call": [[result("a")], ["unpaired.tool_result turns.0.parts.0 warning"]],
  "an assistant who starts": [[assistant(text("a")), user], ["order.first_turn turns.0 warning"]],
})("what a conversation cannot hold: %s", (turns, issues, [turn, content] = [0, undefined], options = {}) => {
  const written = write(turns, options);
  expect(written.issues).toEqual(issues);
  if (content !== undefined) expect(written.body?.messages[turn]?.content).toEqual(content);
});

describe("turns", () => {
  const said = (words: string) => assistant(text(words));

  test("of results take in what the user says after them without a word, and come before what he said", () => {
    const answered = write([user, assistant(call("a"), call("b")), result("a"), result("b"), user]);
    expect(answered.body?.messages[2]?.content).toMatchObject([{ tool_use_id: "a" }, { tool_use_id: "b" }, { type: "text" }]);
    expect(answered.issues).toEqual([]);
    const late = write([user, assistant(call("a")), user, result("a")]);
    expect(late.body?.messages[2]?.content).toMatchObject([{ tool_use_id: "a" }, { type: "text" }]);
    expect(late.issues).toEqual(["approximated.reordered turns.3.parts.0 warning"]);
  });

  test("that meet because nothing is left of the one between them are named", () => {
    const { body, issues } = write([result("a"), said(""), result("b")]);
    expect(body?.messages).toHaveLength(1);
    expect(issues.filter((line) => line.startsWith("equivalent.form"))).toEqual(
      [1, 0, 2].map((turn) => `equivalent.form turns.${turn} info`),
    );
  });

  test("have no participant's name in their instructions", () => {
    const instructions = [{ role: "developer", parts: [text("s")], name: "n" }] as const;
    expect(write([user], {}, { instructions }).issues).toEqual([
      "dropped.field instructions.0.name info",
      "equivalent.form instructions.0.role info",
    ]);
  });

  test("are the last instruction's where nobody said a thing, if that leaves one", () => {
    const last = { role: "developer", parts: [text("b"), text(" ")], name: "n" } as const;
    const { body, issues } = write([], {}, { instructions: [{ role: "system", parts: [text("a")] }, last] });
    expect(body).toMatchObject({ system: "a", messages: [msg.user(text("b"))] });
    expect(issues).toEqual([
      "dropped.field instructions.1.name info",
      "equivalent.form instructions.1.role info",
      "dropped.part instructions.1.parts.1.text warning",
      "approximated.hoisted_system instructions.1 warning",
    ]);
    expect(write([], {}, { instructions: [{ role: "system", parts: [text(" ")] }] }).issues).toEqual([
      "dropped.part instructions.0.parts.0.text warning",
      "equivalent.form instructions.0 info",
      "approximated.hoisted_system instructions.0 warning",
      "failed.unsupported turns error",
    ]);
  });

  test("end in a text to go on from, which only another style's client did not mean", () => {
    const messages = [user, said("a"), user, said("b ")];
    const trimmed = "approximated.prefill turns.3.parts.0 warning";
    expect(write(messages).issues).toEqual([trimmed, "approximated.prefill turns.3 warning"]);
    expect(write(messages, { from: "messages" }).issues).toEqual([trimmed]);
    expect(request.encode({ ...EMPTY, turns: messages }).issues).toHaveLength(1);
  });

  test("have instructions before them, joined where there are several", () => {
    const instruction = (words: string) => ({ role: "system", parts: [text(words)] }) as const;
    const { body, issues } = write([user], {}, { instructions: [instruction("a"), instruction("b")] });
    expect(body?.system).toEqual([text("a"), text("b")]);
    expect(issues).toEqual([0, 1].map((index) => `equivalent.form instructions.${index} info`));
    expect(write([user], {}, { instructions: [instruction("a")] })).toMatchObject({ body: { system: "a" }, issues: [] });
    const hoisted = write([user, system(text("b")), user], {}, { instructions: [instruction("a")] });
    expect(hoisted.body?.system).toHaveLength(2);
    expect(hoisted.issues).toContainEqual("equivalent.form instructions.0 info");
    const format = { type: "json" } as const;
    const asked = write([user], { jsonModeInstruction: "JSON!" }, { instructions: [instruction("a")], output: { format } });
    expect(asked.body?.system).toEqual([text("a"), text("JSON!")]);
  });

  test("let thinking with a budget go where the last calls were made without signed thoughts", () => {
    const thinking = { mode: "on", budgetTokens: 2048 } as const;
    const limits = { maxOutputTokens: 4096 };
    const thinkingAfter = (...parts: readonly Part[]) =>
      write([user, { role: "assistant", parts }, result("a")], {}, { thinking, limits }).body?.thinking;
    expect(thinkingAfter(call("a"))).toEqual({ type: "disabled" });
    expect(thinkingAfter(thought, call("a"))).toEqual({ type: "enabled", budget_tokens: 2048 });
    expect(thinkingAfter(redacted, call("a"))).toMatchObject({ type: "enabled" });
    expect(write([user], {}, { thinking, limits }).body?.thinking).toMatchObject({ type: "enabled" });
    expect(write([user, said("a"), user], {}, { thinking, limits }).body?.thinking).toMatchObject({ type: "enabled" });
    const adaptive = write([user, assistant(call("a")), result("a")], {}, { thinking: { mode: "dynamic" }, limits });
    expect(adaptive.body?.thinking).toEqual({ type: "adaptive" });
  });
});

describe("calls without a result", () => {
  const asked = assistant(call("a"));

  test.each([
    ["at the end", [user, asked], 2, 1],
    ["before what the user says", [user, asked, user], 2, 2],
    ["before the assistant goes on", [user, assistant(call("a"), searching), system(text("s")), asked], 3, 1],
  ] as const)("get one that says so where the caller asks for it: %s", (_where, messages, at, blocks) => {
    const options = { missingResult: "synthesize-error", missingResultText: "gone", midSystem: "native" } as const;
    const { body, issues } = write(messages, options);
    const made = body?.messages[at]?.content;
    expect(made?.[0]).toEqual({ type: "tool_result", tool_use_id: expect.any(String), content: "gone", is_error: true });
    expect(made).toHaveLength(blocks);
    expect(issues).toContainEqual("unpaired.tool_call turns.1.parts.0 warning");
  });

  test("get one that says something where the caller has no words for it", () => {
    const { body } = write([user, asked, user], { missingResult: "synthesize-error" });
    expect(body?.messages[2]?.content[0]).toMatchObject({ type: "tool_result", content: expect.stringMatching(/\S/), is_error: true });
    expect(write([user, asked], { missingResult: "synthesize-error" }).body?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
    ]);
  });
});

describe("calls of the same id", () => {
  const idsOf = (body: ReturnType<typeof write>["body"]) =>
    body?.messages
      .flatMap(({ content }) => (typeof content === "string" ? [] : content))
      .map((block) => (block.type === "tool_result" ? `of ${block.tool_use_id}: ${String(block.content)}` : "id" in block ? block.id : ""));

  test("of a later turn do not wait for results of an earlier one", () => {
    const turns = [user, assistant(call("a")), user, assistant(call("a"))];
    const [, , , secondId, answer] = idsOf(write([...turns, result("a", text("2"))]).body) ?? [];
    expect(secondId).toMatch(/^a_2_/);
    expect(answer).toBe(`of ${secondId}: 2`);
  });
});

describe("the content of a result", () => {
  const content = (...parts: readonly Part[]) => {
    const { body, issues } = write([user, assistant(call("a")), result("a", ...parts)]);
    const block = body?.messages[2]?.content[0];
    return { written: typeof block === "object" && "content" in block ? block.content : undefined, issues };
  };
  const PART = "turns.2.parts.0.content";

  const marked = text("20", EPHEMERAL);
  const blank = (at: number, severity = "warning") => `dropped.part ${PART}.${at}.text ${severity}`;

  cases<[parts: readonly Part[], written?: unknown, issues?: readonly string[]]>({
    "a string for one plain text": [[text("20")], "20"],
    "a string for one blank text": [[text(" ")], " "],
    "nothing for an empty text": [[text("")]],
    "nothing for none": [[]],
    "a block for a marked text": [[marked], [{ ...text("20"), ...CACHED }]],
    "nothing for a blank text that is marked": [[text(" ", EPHEMERAL)], undefined, [blank(0), `dropped.field ${PART}.0.cacheControl info`]],
    "a marked block before a blank text that is marked": [[text("20"), text(" ", EPHEMERAL)], [{ ...text("20"), ...CACHED }], [blank(1)]],
    "a marked block before a blank text with another marker": [
      [marked, text(" ", { cacheControl: { type: "ephemeral", ttl: "5m" } })],
      [{ ...text("20"), ...CACHED }],
      [blank(1), `dropped.field ${PART}.1.cacheControl info`],
    ],
  })("is %s", (parts, written, issues = []) => {
    expect(content(...parts)).toEqual({ written, issues });
  });

  test("holds images, documents, what was searched, and blocks that came later", () => {
    const source = { kind: "base64", mimeType: "image/png", data: "AAAA" } as const;
    const { written, issues } = content(
      { type: "image", source },
      { type: "document", source: { kind: "text", text: "d" } },
      { type: "search-result", source: "s", title: "t", content: [text("w")], citations: true },
      { type: "opaque", style: "messages", value: { type: "tool_reference", tool_name: "f" } },
    );
    expect(issues).toEqual([]);
    expect(written).toMatchObject([
      { type: "image" },
      { type: "document" },
      { type: "search_result", content: [text("w")], citations: { enabled: true } },
      { type: "tool_reference", tool_name: "f" },
    ]);
  });

  test("holds nothing else", () => {
    const source = { kind: "base64", mimeType: "audio/wav", data: "AAAA" } as const;
    const { written, issues } = content({ type: "audio", source }, opaque("generate-content", {}), {
      type: "opaque",
      style: "messages",
      value: { type: "text" },
    });
    expect(written).toBeUndefined();
    expect(issues).toEqual([0, 1, 2].map((index) => `dropped.part ${PART}.${index} warning`));
  });
});

describe("the ends of a conversation", () => {
  test("fail where no turn is left", () => {
    expect(write([{ role: "user", parts: [text("")] }]).issues).toContainEqual("failed.unsupported turns error");
  });

  test("make a text to go on from, without white space at its end, for a model that may refuse it", () => {
    const messages = [user, assistant(text("so "))];
    const said = (options: EncodeOptions) =>
      request
        .encode({ ...EMPTY, turns: messages }, { from: "chat-completions", ...options })
        .issues.flatMap(({ code, message }) => (code === "approximated.prefill" ? [message] : []));
    expect(write(messages).body?.messages[1]).toEqual(msg.assistant(text("so")));
    expect(said({})[1]).toMatch("goes on");
    expect(said({ capabilities: { prefill: false } })[1]).toMatch("refuses");
    expect(said({ from: "messages" })).toHaveLength(1);
  });
});
