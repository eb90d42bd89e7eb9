import { describe, expect, it } from "vitest";
import { validateRequest } from "../../../src/index.js";

const path = "/v1beta/models/gemini-2.5-flash:generateContent";
const call = { functionCall: { name: "look", args: {} } };
const result = { functionResponse: { name: "look", response: {} } };
const model = (...parts: object[]) => ({ role: "model", parts });
const user = (...parts: object[]) => ({ role: "user", parts });

function faults(...contents: object[]) {
  return faultsOf({}, contents);
}

function faultsOf(options: object, contents: readonly object[]) {
  const { issues } = validateRequest({ contents }, { style: "generate-content", path, profile: "vendor", ...options });
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

describe("signatures of Gemini 3 (V-27)", () => {
  const signed = { ...call, thoughtSignature: "QQ==" };
  const unsigned = (...contents: object[]) => faultsOf({ modelGeneration: 3 }, [user({ text: "go" }), ...contents]);

  it("stand on the first of the calls of a step, in however many contents a streaming client keeps them", () => {
    expect(unsigned(model(signed, call), user(result, result))).toEqual([]);
    expect(unsigned(model(signed), model(call), model({ text: "" }), user(result, result))).toEqual([]);
    expect(unsigned(model({ text: "a" }), model({ text: "b" }, signed), model(call), user(result), user(result))).toEqual([]);
  });

  it("are asked of the first call alone, wherever it stands", () => {
    const missing = (place: string) => [`V-27 contents.${place}.thoughtSignature`];
    expect(unsigned(model(call, signed), user(result, result))).toEqual(missing("1.parts.0"));
    expect(unsigned(model({ text: "a" }), model(call), model(signed), user(result, result))).toEqual(missing("2.parts.0"));
    expect(unsigned(model(signed, call), model({ text: "a" }, call), user(result, result, result))).toEqual([]);
  });

  it("are asked of each step of the current turn, and of none before it", () => {
    expect(unsigned(model(signed), user(result), model(call), model(call), user(result, result))).toEqual([
      "V-27 contents.3.parts.0.thoughtSignature",
    ]);
    expect(unsigned(model(call), user(result), model(call), user(result))).toHaveLength(2);
    expect(unsigned(model(call), user(result), user({ text: "next" }), model(signed), model(call), user(result, result))).toEqual([]);
  });
});
