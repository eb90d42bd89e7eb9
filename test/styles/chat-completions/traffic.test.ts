import { describe, expect, test } from "vitest";
import { error } from "../../../src/styles/chat-completions/error.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import { response } from "../../../src/styles/chat-completions/response.js";
import { recorded, trafficPresent, whyAbsent } from "../../support/traffic.js";

const STYLES = ["chat-completions"] as const;

describe.skipIf(!trafficPresent)(`recorded traffic (${whyAbsent})`, () => {
  test.each(recorded("request", STYLES))("$file has a normal form that is read as the same request", ({ text }) => {
    const decoded = request.decode(JSON.parse(text));
    if (!decoded.ok) throw new Error(decoded.issues[0].message);
    const encoded = request.encode(decoded.value, { from: "chat-completions" });
    if (!encoded.ok) throw new Error(encoded.issues[0].message);
    const again = request.decode(encoded.value.body);
    if (!again.ok) throw new Error(again.issues[0].message);
    const twice = request.encode(again.value, { from: "chat-completions" });
    expect(twice.ok && twice.value.body).toEqual(encoded.value.body);
  });

  test.each(recorded("response", STYLES))("$file has a normal form that is read as the same answer", ({ text }) => {
    const decoded = response.decode(JSON.parse(text));
    if (!decoded.ok) throw new Error(decoded.issues[0].message);
    const encoded = response.encode(decoded.value, { from: "chat-completions" });
    if (!encoded.ok) throw new Error(encoded.issues[0].message);
    const again = response.decode(encoded.value);
    if (!again.ok) throw new Error(again.issues[0].message);
    const twice = response.encode(again.value, { from: "chat-completions" });
    expect(twice.ok && twice.value).toEqual(encoded.value);
  });

  test.each(recorded("error", STYLES))("$file is an error with a message", ({ text }) => {
    const { value } = error.decode(JSON.parse(text));
    expect(value.message).not.toBe("");
    expect(value.status).toBeGreaterThanOrEqual(400);
  });
});
