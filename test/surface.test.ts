/** What every entry of the package exports: nothing slips out, nothing goes missing. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import * as dialects from "../src/dialects.js";
import * as root from "../src/index.js";
import * as schema from "../src/json-schema/index.js";
import * as models from "../src/models/index.js";
import * as sse from "../src/sse/index.js";
import * as chatCompletions from "../src/styles/chat-completions/index.js";
import * as generateContent from "../src/styles/generate-content/index.js";
import * as messages from "../src/styles/messages/index.js";
import * as web from "../src/web.js";

const manifest: { readonly exports: Record<string, unknown> } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../package.json"), "utf8"),
);

describe("exported names", () => {
  it("of the root entry", () => {
    expect(Object.keys(root).sort()).toEqual([
      "InterlinguaError",
      "checkBaseUrl",
      "checkContentType",
      "collectStream",
      "createEventTranslator",
      "createExchange",
      "createStreamTranslator",
      "describeIssue",
      "detectStyle",
      "explainIssue",
      "formatPath",
      "formatRoute",
      "isStyleName",
      "parseAuthorization",
      "parseJson",
      "parseRoute",
      "rules",
      "streamResponse",
      "styles",
      "toErrorReply",
      "translateError",
      "translateEvents",
      "translateRequest",
      "translateRequestBytes",
      "translateResponse",
      "unwrap",
      "validateError",
      "validateRequest",
      "validateResponse",
      "validator",
    ]);
  });

  it("of the styles alone", () => {
    expect(Object.keys(chatCompletions).sort()).toEqual(["chatCompletions"]);
    expect(Object.keys(messages).sort()).toEqual(["messages"]);
    expect(Object.keys(generateContent).sort()).toEqual(["generateContent"]);
  });

  it("of the styles alone, whose requests are those of `styles`, but as they are: with their schemas, and with what their model refuses", () => {
    const schema = { type: "object", properties: { a: { type: "string", minLength: 2 } }, patternProperties: { b: true } };
    const response_format = { type: "json_schema", json_schema: { name: "n", strict: true, schema } };
    const body = { model: "m", messages: [{ role: "user", content: "hi" }], response_format, stop: ["end!"] };
    const read = chatCompletions.chatCompletions.request.decode(body);
    if (!read.ok) throw new Error("not read");
    const written = [messages.messages, generateContent.generateContent].map(({ request, name }) => {
      const options = { from: "chat-completions", profile: "vendor", capabilities: { stop: false } } as const;
      const kept = request.encode(read.value, options);
      const reduced = root.styles[name].request.encode(read.value, options);
      const texts = [JSON.stringify(schema), '"end!"'];
      for (const text of texts) expect(JSON.stringify(reduced)).not.toContain(text);
      return texts.every((text) => JSON.stringify(kept).includes(text));
    });
    expect(written).toEqual([true, true]);
  });

  it("of the web entry", () => {
    expect(Object.keys(web).sort()).toEqual(["createFetch", "createHandler", "toResponse", "transformStream", "translateStream"]);
  });

  it("of the sse entry", () => {
    expect(Object.keys(sse).sort()).toEqual(["MAX_EVENT_BYTES", "createArrayReader", "createSseReader", "writeFrame", "writeFrameBytes"]);
  });

  it("of the entries of schemas and models", () => {
    expect(Object.keys(schema).sort()).toEqual(["reduceSchema", "restoreValue"]);
    expect(Object.keys(models).sort()).toEqual(["capabilitiesOf", "models"]);
  });

  it("of the dialects entry", () => {
    expect(Object.keys(dialects).sort()).toEqual(["dialects"]);
  });

  it("belong to the entries of the package", () => {
    expect(Object.keys(manifest.exports)).toEqual([
      ".",
      "./chat-completions",
      "./messages",
      "./generate-content",
      "./chat-completions/rules",
      "./messages/rules",
      "./generate-content/rules",
      "./web",
      "./sse",
      "./codec",
      "./schema",
      "./models",
      "./dialects",
      "./package.json",
    ]);
  });
});
