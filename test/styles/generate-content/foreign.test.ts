import { describe, expect, test } from "vitest";
import { withoutForeign } from "../../../src/styles/generate-content/foreign.js";

const envelope = (origin: string) => btoa(`sig1.${origin}.t.S`);
const body = (...parts: readonly unknown[]) => ({ contents: [{ role: "model", parts }] });
function cleaned(...parts: readonly unknown[]) {
  const { value, issues } = withoutForeign(body(...parts));
  return { value, told: issues.map(({ path, from }) => `${path.slice(2).join(".")} ${from}`) };
}

describe("another vendor's signature", () => {
  test("is taken out of a part that says more", () => {
    expect(
      cleaned(
        { text: "t", thought: true, thoughtSignature: envelope("m") },
        { functionCall: { name: "f" }, thought_signature: envelope("u") },
        { text: "x", thoughtSignature: envelope("m"), thought_signature: envelope("u") },
      ),
    ).toEqual({
      value: body({ text: "t", thought: true }, { functionCall: { name: "f" } }, { text: "x" }),
      told: [
        "parts.0.thoughtSignature messages",
        "parts.1.thought_signature unknown",
        "parts.2.thoughtSignature messages",
        "parts.2.thought_signature unknown",
      ],
    });
  });

  test.each([{ thought: true }, { thought: true, text: "" }, { thought: true, text: null }])(
    "goes with a thought that holds nothing else: %j",
    (part) => {
      expect(cleaned({ ...part, thoughtSignature: envelope("m") }, { text: "x" })).toEqual({
        value: body({ text: "x" }),
        told: ["parts.0.thoughtSignature messages"],
      });
    },
  );

  test("leaves the contents without one as they are", () => {
    const other = { role: "user", parts: [{ text: "x" }] };
    const { value } = withoutForeign({ contents: [other, ...body({ text: "t", thoughtSignature: envelope("m") }).contents], model: "m" });
    expect(value).toEqual({ contents: [other, ...body({ text: "t" }).contents], model: "m" });
  });

  test.each([
    null,
    "x",
    { contents: "x" },
    { contents: ["x", { role: "user" }, { parts: "x" }] },
    body("x", null, { text: "x" }, { thoughtSignature: 5 }, { thoughtSignature: "own" }, { thoughtSignature: envelope("g") }),
  ])("is not in %j, which stays the very same", (given) => {
    const { value, issues } = withoutForeign(given);
    expect(value).toBe(given);
    expect(issues).toEqual([]);
  });
});
