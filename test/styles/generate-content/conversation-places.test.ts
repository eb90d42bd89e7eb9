import { expect, test } from "vitest";
import { request } from "../../../src/styles/generate-content/request.js";

test.each<[parts: object[], places: Record<string, string>]>([
  [
    [{ functionCall: { name: "f" } }, { text: "a", thought: true }, { odd: 1 }, { functionCall: { id: "c", name: "f" } }],
    {
      ...{ "0.id": "functionCall", "3.id": "functionCall.id", "0.name": "functionCall.name", "0.arguments.value": "functionCall.args" },
      ...{ "1.text": "text", "1.signature": "thoughtSignature", "2.value": "" },
    },
  ],
])("what is said of %j stands in its part", (parts, places) => {
  const result = request.decode({ contents: [{ role: "model", parts }] });
  for (const [from, to] of Object.entries(places)) {
    const [index, ...steps] = from.split(".");
    const place = ["contents", 0, "parts", Number(index), ...to.split(".").filter(Boolean)];
    expect(result.ok && result.locate(["turns", 0, "parts", Number(index), ...steps])).toEqual(place);
  }
});
