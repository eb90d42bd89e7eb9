import { describe, expect, test } from "vitest";
import { stripForeignSignatures } from "../../../src/styles/messages/reasoning.js";
import * as msg from "../../support/msg.js";
import { text as textPart } from "../../support/parts.js";

const thought = msg.thinking("t", "sig1.g.t.S");
const own = msg.thinking("t", "S");
const text = (text = "x") => textPart(text);
const call = msg.use("c", "f");
const result = msg.result("c", "r");
const user = (...content: readonly unknown[]) => ({ role: "user", content });
const assistant = (...content: readonly unknown[]) => ({ role: "assistant", content });
const system = { role: "system", content: "S" };
const on = { thinking: { type: "enabled", budget_tokens: 2000 } };

function cleaned(messages: readonly unknown[], more: object = {}) {
  const { value, issues } = stripForeignSignatures({ messages, ...more });
  return { value, told: issues.map(({ code, path }) => `${code} ${path.join(".")}`) };
}
const gone = (...path: readonly number[]) => `unportable.signature messages.${path[0]}.content.${path[1]}`;

describe("a thought of the vendor's own", () => {
  const taken = (named: string, asked: string) =>
    stripForeignSignatures({ model: named, messages: [user(text()), assistant(own, text()), user(text())] }, { model: asked }).issues
      .length;

  test.each([
    ["claude-sonnet-4-0", "claude-sonnet-4-20250514"],
    ["claude-4-sonnet", "claude-sonnet-4@20250514"],
    ["anthropic/claude-4.5-sonnet-20250929", "claude-sonnet-4-5"],
    ["databricks-claude-sonnet-4-5", "us.anthropic.claude-sonnet-4-5-20250929-v1:0"],
    ["anthropic--claude-4.5-sonnet", "claude-sonnet-4.5"],
    ["claude-3.7-sonnet", "claude-3-7-sonnet-latest"],
  ])("stays where %s and %s are one model", (one, other) => {
    expect([taken(one, other), taken(other, one)]).toEqual([0, 0]);
  });

  test.each([
    ["claude-opus-4-1", "claude-opus-4-0"],
    ["claude-4.5-sonnet", "claude-sonnet-4"],
    ["claude-4-opus", "claude-4-sonnet"],
  ])("is taken out where %s and %s are two", (one, other) => {
    expect([taken(one, other), taken(other, one)]).toEqual([1, 1]);
  });
});

describe("a turn that held nothing but other vendors' signatures", () => {
  test("is not one that was empty before", () => {
    const messages = [user(text()), assistant(), user(text()), assistant(thought, text())];
    expect(cleaned(messages).value).toEqual({ messages: [...messages.slice(0, 3), assistant(text())] });
  });

  test("takes along the place of an instruction before it, which applies from the start then", () => {
    const messages = [user(text()), system, assistant(thought), user(text("y"))];
    const said = textPart("S");
    const told = [gone(2, 0), "equivalent.form messages.2", "approximated.hoisted_system messages.1"];
    expect(cleaned(messages)).toEqual({ value: { messages: [user(text()), user(text("y"))], system: [said] }, told });
    const blocks = messages.map((message) => (message === system ? { ...system, content: [said, said] } : message));
    expect(cleaned(blocks, { system: "X" }).value).toMatchObject({ system: [text("X"), said, said] });
  });

  test.each([
    { messages: [user(text()), system, assistant(thought)], left: [user(text()), system] },
    { messages: [user(text()), system, assistant(thought), assistant(text())], left: [user(text()), system, assistant(text())] },
    { messages: [user(text()), system, user(text()), assistant(thought)], left: [user(text()), system, user(text())] },
    { messages: [assistant(thought), user(text())], left: [user(text())] },
    { messages: [user(text()), assistant(thought), 5], left: [user(text()), 5] },
    { messages: [5, assistant(thought), user(text())], left: [5, user(text())] },
  ])("leaves the others as they are in %j", ({ messages, left }) => {
    expect(cleaned(messages, { system: "X" }).value).toEqual({ messages: left, system: "X" });
  });
});

describe("thinking with a budget", () => {
  const loop = [user(text()), assistant(thought, call), user(result)];

  test.each([
    { what: "in a turn of its own", messages: [user(text()), assistant(thought), assistant(call), user(result)] },
    { what: "before a text", messages: [user(text()), assistant(thought, text(), call), user(result, text())] },
    { what: "as a turn after the results", messages: [user(text()), assistant(call), user(result), assistant(thought), user(text())] },
    { what: "before a text as a string", messages: [user(text()), assistant(thought), { role: "assistant", content: "x" }, user(result)] },
  ])("is switched off where the thought stood $what", ({ messages }) => {
    expect(cleaned(messages, on).value).toMatchObject({ thinking: { type: "disabled" } });
  });

  test.each([
    { what: "a thought of its own is left", messages: [user(text()), assistant(own, thought, call), user(result)] },
    { what: "there was no thought before the calls", messages: [user(text()), assistant(text(), thought, call), user(result)] },
    { what: "the calls are done", messages: [...loop, assistant(own, text()), user(text())] },
    { what: "the results answer nothing", messages: [assistant(thought), user(result)] },
    { what: "nothing can be read", messages: [user(text()), assistant(thought, text()), { role: "user" }, user("odd")] },
  ])("stays on where $what", ({ messages }) => {
    const { value, told } = cleaned(messages, on);
    expect(value).toMatchObject(on);
    expect(told).not.toContain("approximated.thinking thinking");
  });

  test.each([{}, { thinking: "odd" }, { thinking: { type: "disabled" } }, { thinking: { type: "adaptive" } }])(
    "is not what the request asks for with %j, which stays",
    (asked) => {
      expect(cleaned(loop, asked).told).toEqual([gone(1, 0)]);
    },
  );

  test("takes along the commands that clear thoughts", () => {
    const tools = { type: "clear_tool_uses_20250919" };
    const edits = [tools, { type: "clear_thinking_20251015", keep: "all" }, "odd", { type: 5 }, { type: { toString: 1, valueOf: 1 } }];
    expect(cleaned(loop, { ...on, context_management: { edits, x: 1 } })).toMatchObject({
      value: { context_management: { edits: [tools, ...edits.slice(2)], x: 1 } },
      told: [gone(1, 0), "approximated.thinking thinking", "dropped.field context_management.edits.1"],
    });
    for (const context_management of [{ edits: [tools] }, { edits: 5 }, 5])
      expect(cleaned(loop, { ...on, context_management })).toMatchObject({ value: { context_management }, told: { length: 2 } });
  });
});

describe("a text that comes to be the end of the conversation", () => {
  test.each(["enabled", "adaptive"])("is one to go on from, which excludes thinking that is %s", (type) => {
    expect(cleaned([user(text()), assistant(thought, text("a"), text("b \n"), thought)], { thinking: { type } })).toEqual({
      value: { messages: [user(text()), assistant(text("a"), text("b"))], thinking: { type: "disabled" } },
      told: [gone(1, 0), gone(1, 3), "approximated.prefill messages.1.content.2", "approximated.thinking thinking"],
    });
  });

  test.each([
    assistant(thought, call),
    assistant(thought, text("x")),
    assistant(thought, text(" ")),
    assistant(thought, { type: "text" }),
    assistant(thought, "odd"),
    user(thought, text("x ")),
  ])("keeps its words in %j", (last) => {
    expect(cleaned([user(text()), last]).value).toEqual({ messages: [user(text()), { ...last, content: last.content.slice(1) }] });
  });
});
