/** What an editor shows where the mouse rests: names, and no trees of types without one. A field of a document that is taken is `Lenient<…>` of a name. */
import { resolve } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { options } from "../support/compiler.js";

const FILE = resolve(import.meta.dirname, "hovers.ts");
const PROGRAM = `import { collectStream, createExchange, translateEvents, translateRequest, translateResponse, validateRequest, validateResponse } from "../../src/index.js";
const request = translateRequest({ messages: [] }, { from: "chat-completions", to: "messages" });
if (request.ok) request.value.body;
const answer = translateResponse({}, { from: "chat-completions", to: "messages" });
if (answer.ok) for (const block of answer.value.content) if (block.type === "tool_use") block;
const same = translateRequest({ max_tokens: 9 }, { from: "messages", to: "messages" });
if (same.ok) { const kept = same.value.body; for (const turn of kept.messages ?? []) for (const said of turn.content ?? []) if (typeof said === "object" && "tool_use_id" in said && "is_error" in said) said; }
const checked = validateRequest({ contents: [] }, { style: "generate-content" });
if (checked.ok) { const valid = checked.value; for (const { parts } of valid.contents ?? []) for (const part of parts ?? []) part.functionCall; }
const whole = validateResponse({}, { style: "chat-completions" });
if (whole.ok) { const found = whole.value; const message = found.choices?.[0]?.message; message; }
const opened = createExchange({ path: "/v1/messages", body: {} }, { to: "chat-completions" });
if (opened.ok) { const sent = opened.value.upstream.body; sent; }
const collected = collectStream("", { style: "messages" });
for await (const event of translateEvents((async function* () {})(), { from: "messages", to: "chat-completions" })) event;
`;

const textOf = (file: string) => (file === FILE ? PROGRAM : ts.sys.readFile(file));
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [FILE],
  getScriptVersion: () => "1",
  getScriptSnapshot: (file) => {
    const text = textOf(file);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => import.meta.dirname,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (file) => textOf(file) !== undefined,
  readFile: textOf,
});

/** What is shown at the last place of a text, on one line. */
function shownAt(...texts: readonly string[]): string[] {
  return texts.map((text) => {
    const info = service.getQuickInfoAtPosition(FILE, PROGRAM.lastIndexOf(text));
    return ts.displayPartsToString(info?.displayParts).replace(/\s+/g, " ");
  });
}

it("is a name, for all that is written", () => {
  expect(shownAt("body;\nconst answer", "block;", "request =", "answer =", "collected =", "event;")).toEqual([
    "(property) EncodedRequest<MessagesRequest>.body: MessagesRequest",
    "const block: MessagesToolUseBlock",
    'const request: Result<TranslatedRequest<"messages", "chat-completions">>',
    "const answer: Result<MessagesResponse>",
    "const collected: Result<MessagesResponse>",
    "const event: ChatCompletionsStreamEvent",
  ]);
});

it("is a name, for all that is taken", () => {
  expect(shownAt("translateRequest({ messages", "translateRequest({ max", "validateRequest({")).toEqual([
    expect.stringMatching(/\(body: ChatCompletionsRequestInput, options: /),
    expect.stringMatching(/\(body: MessagesRequestInput, options: /),
    expect.stringMatching(/\(body: GenerateContentRequestInput, options: /),
  ]);
  expect(shownAt("kept =", "turn of", "said;", "checked =", "valid =", "functionCall;", "found =", "message;", "sent;")).toEqual([
    "const kept: MessagesRequestInput",
    "const turn: MessagesMessageInput",
    "const said: Lenient<MessagesToolResultBlock>",
    "const checked: Result<GenerateContentRequestInput>",
    "const valid: GenerateContentRequestInput",
    "(property) GenerateContentPartInput.functionCall?: GenerateContentFunctionCallInput | null | undefined",
    "const found: ChatCompletionsResponseInput",
    "const message: Lenient<ChatCompletionsAnswerMessage> | null | undefined",
    "const sent: ChatCompletionsRequestInput",
  ]);
});
