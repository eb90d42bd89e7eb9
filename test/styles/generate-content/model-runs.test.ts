import { describe, expect, it } from "vitest";
import { validateRequest } from "../../../src/index.js";

const path = "/v1beta/models/gemini-2.5-flash:generateContent";
const call = { functionCall: { name: "look", args: {} } };
const result = { functionResponse: { name: "look", response: {} } };
const model = (...parts: object[]) => ({ role: "model", parts });
const user = (...parts: object[]) => ({ role: "user", parts });

function faults(...contents: object[]) {
  const { issues } = validateRequest({ contents }, { style: "generate-content", path, profile: "vendor" });
  return issues.filter(({ severity }) => severity === "error").map(({ rule, path }) => `${rule} ${path.join(".")}`);
}

describe("calls in model contents that follow each other (V-27)", () => {
  it("are answered together in the next user content, as the history of a streaming client has them", () => {
    expect(
      faults(user({ text: "go" }), model({ text: "Let me" }), model(call), model(call), model({ text: "" }), user(result, result)),
    ).toEqual([]);
  });

  it("are all counted", () => {
    expect(faults(user({ text: "go" }), model(call), model(call), user(result))).toEqual(["V-27 contents.3"]);
    expect(faults(user({ text: "go" }), model(call), model({ text: "" }))).toEqual(["V-27 contents.2"]);
  });

  it("may each be answered in a content of its own", () => {
    expect(faults(user({ text: "go" }), model(call, call), user(result), user(result))).toEqual([]);
    expect(faults(user({ text: "go" }), model(call, call), user(result), user({ text: "and" }))).toEqual(["V-27 contents.2"]);
    expect(faults(user({ text: "go" }), model(call), user(result), user(result))).toEqual(["V-27 contents.2"]);
  });
});
