/** A whole answer, streamed and collected again, is the answer in its normal form: what a stream tells is what is told at once. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { collectStream, streamResponse } from "../../../src/index.js";
import { response } from "../../../src/styles/generate-content/response.js";
import { generateContentResponse } from "../../arbitraries/generate-content.js";
import { documents } from "../../support/documents.js";
import { runs } from "../../support/runs.js";

/** One profile for both ways, and a name for answers that have none. */
const options = { style: "generate-content", profile: "gateway", responseId: "r" } as const;

function normal(body: unknown): unknown {
  const decoded = response.decode(body, { ...options, own: true });
  const encoded = decoded.ok ? response.encode(decoded.value, options) : decoded;
  if (!encoded.ok) throw new Error(JSON.stringify(encoded.issues));
  return encoded.value;
}

function collected(body: unknown): unknown {
  const streamed = streamResponse(body, options);
  const result = streamed.ok ? collectStream(streamed.value, options) : streamed;
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.value;
}

/** What a stream cannot show: where an unsigned text ends before a signed one. */
function tellable(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (_key, value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    return "text" in value && "thoughtSignature" in value ? { ...value, thoughtSignature: undefined } : value;
  });
}

describe("a stream of a whole answer tells that answer", () => {
  const answers = documents("response").filter((document) => document.style === options.style && response.decode(document.body).ok);
  it.each(answers.map(({ name, body }) => [name, body] as const))("%s", (_name, body) => {
    expect(collected(body)).toEqual(normal(body));
  });

  it("whatever the answer is", () => {
    fc.assert(
      fc.property(generateContentResponse.map(tellable), (body) => {
        expect(collected(body)).toEqual(normal(body));
      }),
      runs(300),
    );
  });
});
