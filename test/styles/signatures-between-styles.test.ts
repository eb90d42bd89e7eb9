/** Signatures on their way through a client of another style, and back to the service that gave them. */
import { describe, expect, test } from "vitest";
import { isObject } from "../../src/core/json.js";
import {
  collectStream,
  createExchange,
  createStreamTranslator,
  streamResponse,
  translateRequest,
  translateRequestBytes,
  translateResponse,
  validateRequest,
} from "../../src/index.js";
import type { StyleName } from "../../src/model/common.js";
import * as gen from "../support/gen.js";
import * as msg from "../support/msg.js";
import { run } from "../support/streams.js";

describe("a conversation that moves from another vendor to the client's own", () => {
  /** The answer as the client keeps it. */
  function kept(body: unknown, from: StyleName, to: StyleName, streamed: boolean): unknown {
    if (!streamed) {
      const whole = translateResponse(body, { report: "all", from, to });
      return whole.ok ? whole.value : undefined;
    }
    const stream = streamResponse(body, { report: "all", style: from });
    const { text } = run(createStreamTranslator({ report: "all", from, to }), stream.ok ? [stream.value] : []);
    const collected = collectStream(text, { report: "all", style: to });
    return collected.ok ? collected.value : undefined;
  }

  /** Sends it on in its own style, in each of the ways there are. */
  function moved(path: string, style: StyleName, body: unknown, more: object = {}) {
    const options = { from: style, to: style, path, ...more };
    const value = translateRequest(body, options);
    const bytes = translateRequestBytes(new TextEncoder().encode(JSON.stringify(body)), options);
    expect(bytes.ok && JSON.parse(new TextDecoder().decode(bytes.value.body))).toEqual(value.ok && value.value.body);
    const exchange = createExchange({ path, body }, { to: style, profile: "vendor", ...more });
    expect(exchange.ok && exchange.value.upstream).toEqual(value.ok && { path: value.value.path, body: value.value.body });
    expect([bytes.issues, exchange.issues]).toEqual([value.issues, value.issues]);
    const sent: { path: string; body: unknown } = value.ok ? value.value : { path: "", body: undefined };
    expect(validateRequest(sent.body, { style, path: sent.path, profile: "vendor" })).toMatchObject({ ok: true });
    return { body: sent.body, told: value.issues.map(({ code, path: at }) => `${code} ${at.join(".")}`) };
  }

  describe.each([false, true])("with answers that were streamed: %s", (streamed) => {
    const gemini = (...parts: readonly object[]) => ({
      candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
      modelVersion: "gemini-3-pro",
      responseId: "r",
    });
    const user = (content: unknown) => ({ role: "user", content });

    test("goes on without an answer that was nothing but a thought", () => {
      const answer = kept(gemini({ text: "Hm", thought: true, thoughtSignature: "U0lH" }), "generate-content", "messages", streamed);
      const messages = [user("q"), { role: "assistant", content: isObject(answer) ? answer.content : [] }, user("go on")];
      const { body } = moved("/v1/messages", "messages", { model: "claude-sonnet-4-5", max_tokens: 4000, messages });
      expect(body).toMatchObject({ messages: [user("q"), user("go on")] });
    });

    describe("whose calls another vendor's thoughts stood before", () => {
      const answer = {
        id: "r",
        type: "message",
        role: "assistant",
        model: "claude-sonnet-4-5",
        content: [{ type: "redacted_thinking", data: "UkVE" }, msg.use("c", "f")],
        stop_reason: "tool_use",
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      };
      const ask = gen.user("q");
      const result = gen.user(gen.result("c", "f", {}));
      const call = { functionCall: { id: "c", name: "f", args: {} }, thoughtSignature: "skip_thought_signature_validator" };
      const contents = () => {
        const body = kept(answer, "messages", "generate-content", streamed);
        const [candidate]: unknown[] = isObject(body) && Array.isArray(body.candidates) ? body.candidates : [];
        return [ask, isObject(candidate) ? candidate.content : {}, result];
      };

      test("gives the first one the value that stands for no signature", () => {
        const path = "/v1beta/models/gemini-3-pro-preview:generateContent";
        const { body, told } = moved(path, "generate-content", { contents: contents() });
        expect(body).toEqual({ contents: [ask, { role: "model", parts: [call] }, result] });
        expect(told).toEqual(["unportable.signature contents.1.parts.0.thoughtSignature", "synthesized.signature contents.1.parts.1"]);
      });

      test("asks the model that the options name", () => {
        const path = "/v1beta/models/gemini-2.5-pro:generateContent";
        expect(moved(path, "generate-content", { contents: contents() }).told).not.toContain("synthesized.signature contents.1.parts.1");
        const { body } = moved(path, "generate-content", { contents: contents() }, { model: "gemini-3-pro" });
        expect(body).toMatchObject({ contents: [ask, { parts: [call] }, result] });
      });
    });
  });

  test("is refused where a loss is not wanted", () => {
    const content = [msg.thinking("t", "sig1.g.t.S"), msg.use("c", "f")];
    const messages = [{ role: "assistant", content }, msg.user({ type: "tool_result", tool_use_id: "c" })];
    const body = { model: "m", max_tokens: 4000, messages, thinking: { type: "enabled", budget_tokens: 2000 } };
    const result = translateRequest(body, { report: "all", from: "messages", to: "messages", onLoss: "reject" });
    expect(result).toMatchObject({ ok: false, issues: [{ severity: "warning" }, { severity: "error", path: ["thinking"] }] });
  });
});
