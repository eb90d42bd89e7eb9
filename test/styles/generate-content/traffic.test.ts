import { describe, expect, test } from "vitest";
import { error } from "../../../src/styles/generate-content/error.js";
import { request } from "../../../src/styles/generate-content/request.js";
import { response } from "../../../src/styles/generate-content/response.js";
import { recorded, trafficPresent, whyAbsent } from "../../support/traffic.js";

const STYLE = ["generate-content"] as const;

describe.skipIf(!trafficPresent)(`recorded traffic (${whyAbsent})`, () => {
  test.each(recorded("request", STYLE))("the normal form of $file is stable", ({ text, url }) => {
    const path = url === undefined ? "/v1beta/models/gemini-2.5-flash:generateContent" : new URL(url, "http://host").pathname;
    const first = request.decode(JSON.parse(text), { path });
    if (!first.ok) throw new Error(JSON.stringify(first.issues));
    const once = request.encode(first.value, { profile: "vendor" });
    if (!once.ok) throw new Error(JSON.stringify(once.issues));
    expect(once.issues.filter(({ loss }) => loss === "dropped")).toEqual([]);
    const second = request.decode(once.value.body, { path });
    expect(second.ok && request.encode(second.value, { profile: "vendor" })).toMatchObject({ value: { body: once.value.body } });
  });
  test.each(recorded("response", STYLE))("the normal form of $file is stable", ({ text }) => {
    const first = response.decode(JSON.parse(text));
    if (!first.ok) throw new Error(JSON.stringify(first.issues));
    const once = response.encode(first.value, { profile: "vendor" });
    if (!once.ok) throw new Error(JSON.stringify(once.issues));
    expect(once.issues.filter(({ loss }) => loss === "dropped")).toEqual([]);
    const second = response.decode(once.value);
    expect(second.ok && response.encode(second.value, { profile: "vendor" })).toMatchObject({ value: once.value });
  });
  test.each(recorded("error", STYLE))("$file keeps its status", ({ text }) => {
    const input = JSON.parse(text);
    const { value } = error.decode(input);
    expect(value.status).toBe(input.status);
    expect(error.encode(value, { profile: "vendor" }).value.status).toBe(input.status);
  });
});
