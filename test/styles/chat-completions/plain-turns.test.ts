/** Turns and calls with nothing unusual about them are read apart; they are read as the others are. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { isObject } from "../../../src/core/json.js";
import { styles } from "../../../src/style-lists.js";
import { wireDocument } from "../../arbitraries/index.js";
import { leaves } from "../../support/leaves.js";
import { runs } from "../../support/runs.js";

const { request } = styles["chat-completions"];

/** The same request, with fields that say nothing and have every turn and call read in full. */
function unusual(body: unknown): unknown {
  if (!isObject(body) || !Array.isArray(body.messages)) return body;
  const call = (given: unknown, index: number) => (isObject(given) ? { index, ...given } : given);
  const messages = body.messages.map((message: unknown) =>
    !isObject(message) || message.role !== "assistant"
      ? message
      : { refusal: "", ...message, ...(Array.isArray(message.tool_calls) ? { tool_calls: message.tool_calls.map(call) } : {}) },
  );
  return { ...body, messages };
}

function read(body: unknown) {
  const decoded = request.decode(body, {});
  if (!decoded.ok) return decoded;
  const { value, issues, locate } = decoded;
  return { value, issues, places: leaves(value).map(({ path }) => locate(path)) };
}

it.each([
  [{ role: "assistant", content: "A" }],
  [{ role: "assistant", content: "" }],
  [{ role: "assistant", content: null }],
  [{ role: "assistant", content: "A", tool_calls: [] }],
  [{ role: "assistant", content: "", tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: '{"a": 1}' } }] }],
  [
    {
      role: "assistant",
      content: "A",
      tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}", x_more: 1 } }, { id: "" }],
    },
  ],
])("reads %j as it does in full", (message) => {
  const body = { model: "m", messages: [{ role: "user", content: "hi" }, message, { role: "tool", tool_call_id: "c", content: "r" }] };
  expect(read(body)).toEqual(read(unusual(body)));
});

it("reads any history as it does in full", () => {
  fc.assert(
    fc.property(wireDocument("chat-completions", "request"), ({ body }) => {
      expect(read(body)).toEqual(read(unusual(body)));
    }),
    runs(300),
  );
});
