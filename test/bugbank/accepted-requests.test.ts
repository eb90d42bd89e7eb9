/**
 * Requests that services answered and that go beyond their own documentation: each passes in the profile of the vendor and
 * becomes a request of every other style, with a finding where something is left out.
 */
import { describe, expect, test } from "vitest";
import { formatPath, type StyleName, translateRequest, validateRequest } from "../../src/index.js";
import { capabilitiesOf } from "../../src/models/index.js";
import { styles } from "../../src/style-lists.js";
import { brokenRules } from "../laws/closure.js";
import { translate } from "../laws/translation.js";
import { type Document, recordedDocuments } from "../support/documents.js";
import { casesPresent, type RecordedCase, recordedCases, whyAbsent } from "../support/traffic.js";

const names: readonly StyleName[] = Object.values(styles).map(({ name }) => name);
const path = "/v1beta/models/gemini-2.5-flash:generateContent";
const vendor = { profile: "vendor", report: "all" } as const;

/** By who took it: the body, and what validation says of it. */
const CASES: readonly (readonly [who: string, style: StyleName, body: object, remarks: readonly string[]])[] = [
  [
    "Anthropic: an id for calls of two turns, as Gemini's history has it",
    "messages",
    asked([use("a"), give("a"), use("a"), give("a")]),
    [],
  ],
  [
    "Anthropic: a forced call beside adaptive thinking (claude-opus-4-6)",
    "messages",
    {
      ...asked([]),
      model: "claude-opus-4-6",
      thinking: { type: "adaptive" },
      tool_choice: { type: "any" },
      tools: [{ name: "f", input_schema: { type: "object" } }],
    },
    [],
  ],
  [
    "Anthropic: several instructions in a row (claude-opus-4-8)",
    "messages",
    {
      ...asked([
        { role: "system", content: "Be brief." },
        { role: "system", content: "Be kind." },
      ]),
      model: "claude-opus-4-8",
    },
    [],
  ],
  [
    "Mistral: tools without a type",
    "chat-completions",
    chat([], { tools: [{ function: { name: "f", parameters: {} } }] }),
    ["warning tools[0].type"],
  ],
  [
    "Mistral: an empty content beside calls, and a document at an address",
    "chat-completions",
    chat([
      { role: "assistant", content: [], tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }] },
      { role: "tool", tool_call_id: "a", content: "See the file." },
      { role: "user", content: [{ type: "document_url", document_url: "https://a.example/b.pdf" }] },
    ]),
    ["warning messages[1].content"],
  ],
  [
    "Mistral: `any` for `required`",
    "chat-completions",
    chat([], { tool_choice: "any", tools: [{ type: "function", function: { name: "f" } }] }),
    ["warning tool_choice"],
  ],
  [
    "Together: a choice without a type",
    "chat-completions",
    chat([], { tool_choice: { function: { name: "f" } }, tools: [{ type: "function", function: { name: "f" } }] }),
    ["warning tool_choice.type"],
  ],
  [
    "Google: one object in place of every list",
    "generate-content",
    {
      system_instruction: { parts: { text: "Be brief." } },
      contents: { parts: { text: "hi" } },
      tools: { function_declarations: { name: "f" } },
      safetySettings: { category: "HARM_CATEGORY_HARASSMENT", threshold: "OFF" },
    },
    [],
  ],
  [
    "Google: numbers for the words of an enum",
    "generate-content",
    { contents: [content("user", { text: "hi" })], safetySettings: [{ category: 7, threshold: 3 }] },
    ["warning safetySettings[0].category", "warning safetySettings[0].threshold"],
  ],
  [
    "Google: an answer without parts, sent back",
    "generate-content",
    { contents: [content("user", { text: "hi" }), { role: "model" }, content("user", { text: "well?" })] },
    ["warning contents[1].parts"],
  ],
  [
    "Google: a part without content",
    "generate-content",
    { contents: [content("user", { text: "hi" }), content("model", {}), content("user", { text: "well?" })] },
    ["warning contents[1].parts[0]"],
  ],
  [
    "Google: a call that nobody answered",
    "generate-content",
    {
      contents: [
        content("user", { text: "hi" }),
        content("model", { functionCall: { name: "f", args: {} } }),
        content("user", { text: "no" }),
      ],
    },
    ["warning contents[2]"],
  ],
  [
    "Google: a call that the service answered itself, piece by piece",
    "generate-content",
    {
      contents: [
        content("user", { text: "hi" }),
        content("model", { functionCall: { name: "f", args: {} } }),
        content("model", { functionResponse: { name: "f", response: { result: "1" } } }),
        content("model", { text: "It is 1." }),
        content("user", { text: "and?" }),
      ],
    },
    [],
  ],
];

describe("a request that a service took", () => {
  test.each(CASES)("passes in the profile of the vendor: %s", (_who, style, body, remarks) => {
    const { issues } = validateRequest(body, { style, profile: "vendor", path });
    expect(issues.map((issue) => `${issue.severity} ${formatPath(issue.path)}`)).toEqual(remarks);
  });

  test.each(CASES)("becomes one of every other style that obeys its rules: %s", (name, style, body) => {
    for (const to of names.filter((other) => other !== style))
      expect(brokenRules({ name, style, kind: "request", body, path }, { to, profile: "vendor" })).toEqual([]);
  });

  test("says what it leaves out or makes up", () => {
    const found = (who: string, to: StyleName) =>
      CASES.filter(([name]) => name.startsWith(who)).flatMap(([, from, body]) =>
        translateRequest(body, { from, to, path, ...vendor }).issues.map(({ code, path: at }) => `${code} ${formatPath(at)}`),
      );
    expect(found("Google: a call that nobody", "messages")).toContain("unpaired.tool_call contents[1].parts[0]");
    expect(found("Google: a call that the service", "messages").filter((line) => line.startsWith("dropped.part"))).toEqual([
      "dropped.part contents[1].parts[0]",
      "dropped.part contents[2].parts[0]",
    ]);
    expect(found("Google: an answer", "messages")).toContain("equivalent.form contents[1]");
    expect(found("Google: a part", "messages")).toContain("equivalent.form contents[1].parts[0]");
    expect(found("Google: numbers", "messages")).toContain("dropped.field safetySettings");
    expect(found("Google: one object", "messages")).toEqual(
      expect.arrayContaining(["system_instruction.parts", "contents", "contents.parts", "tools"].map((at) => `equivalent.form ${at}`)),
    );
    expect(found("Mistral: `any`", "messages")).toContain("vendor_extension tool_choice");
  });

  test("is refused where the specification counts, and when strict", () => {
    const isRefused = (body: object, style: StyleName, options: object) =>
      validateRequest(body, { style, path, ...options }).issues.some(({ severity }) => severity === "error");
    for (const [who, style, body, remarks] of CASES) {
      // What is a warning by its own rule stays one.
      if (remarks.length > 0 && !who.includes("nobody answered"))
        expect([who, isRefused(body, style, { profile: "vendor", strict: true })]).toEqual([who, true]);
    }
    const beyond = /^(Google: (one object|numbers|an answer|a part)|Mistral: (an empty|`any`)|Together)/;
    const found = CASES.filter(([who]) => beyond.test(who));
    expect(found.length).toBe(7);
    for (const [who, style, body] of found) expect([who, isRefused(body, style, {})]).toEqual([who, true]);
  });
});

/** By a part of the name of the file: why the profile of the specification refuses what a service took. The vendor's refuses none. */
const REFUSALS: Readonly<Record<string, string>> = {
  // The service takes one object for a list; the specification does not say so.
  "google.models.test_openai.test_multiple_agent_tool_calls": "validation.R-137: `tools` must be an array, not an object.",
};

describe.skipIf(!casesPresent)(`recorded requests that a service took (${whyAbsent})`, () => {
  test.each([...recordedDocuments("request"), ...recordedCases("ACCEPTED").map(asDocument)])("$name is one everywhere", (document) => {
    const { name: file, style, body, path: at } = document;
    const own = validateRequest(body, { style, profile: "vendor", ...(at === undefined ? {} : { path: at }) });
    expect(own.issues.filter(({ severity }) => severity === "error")).toEqual([]);
    const why = Object.entries(REFUSALS).flatMap(([part, reason]) => (file.includes(part) ? [reason] : []));
    for (const to of names.filter((name) => name !== style))
      for (const profile of ["gateway", "vendor"] as const) {
        const errors = translate(document, { to, profile }).issues.filter(({ severity }) => severity === "error");
        expect(errors.map(({ code, message }) => `${code}: ${message}`)).toEqual(profile === "gateway" ? why : []);
        expect(brokenRules(document, { to, profile }) ?? []).toEqual([]);
      }
  });
});

/** By a part of the name of the file: where what was refused stands. The others show no reason: what a model did, what could not be downloaded. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  explicit_effort_xhigh_unsupported: ["warning V-33 output_config.effort"],
  "matrix-direct-binary-audio": ["warning V-33 messages[3].content[1]"],
  "tool_return_content-binary-audio": ["warning V-33 messages[3].content[0]"],
  o1_mini_system_role: ["warning V-33 messages[0].role"],
  web_search_tool_model_not_supported: ["warning V-33 web_search_options"],
  "test_vision_base64.": ["warning V-02 messages[0].content[1].image_url.url"],
  "TestSyncRunTools.": ["error V-13 messages[1].content[0].tool_use_id"],
  tool_use_failed_error: [],
  "url-image-google_vertex": [],
  "test_vision.test_vision.": [],
};

describe.skipIf(!casesPresent)(`recorded requests that a service refused (${whyAbsent})`, () => {
  test.each(recordedCases("REFUSED").map((one): [string, RecordedCase] => [one.file, one]))("%s", (file, { style, body, url }) => {
    const { issues } = validateRequest(body, { style, profile: "vendor", capabilities: capabilitiesOf, path: url });
    const known = Object.entries(REFUSED).filter(([part]) => file.includes(part));
    expect(known).toEqual([[expect.anything(), issues.map(({ severity, rule, path: at }) => `${severity} ${rule} ${formatPath(at)}`)]]);
  });
});

function asked(messages: readonly object[]) {
  return { model: "m", max_tokens: 2000, messages: [{ role: "user", content: "hi" }, ...messages] };
}
function use(id: string) {
  return { role: "assistant", content: [{ type: "tool_use", id, name: "f", input: {} }] };
}
function give(id: string) {
  return { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "r" }] };
}
function chat(messages: readonly object[], more: object = {}) {
  return { model: "m", messages: [{ role: "user", content: "hi" }, ...messages], ...more };
}
function content(role: string, part: object) {
  return { role, parts: [part] };
}
function asDocument({ file, style, body, url }: RecordedCase): Document {
  return { name: file, style, kind: "request", body, ...(style === "generate-content" ? { path: url } : {}) };
}
