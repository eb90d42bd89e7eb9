/** What an editor shows where the mouse rests: names, and no trees of types without one. */
import { resolve } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const FILE = resolve(import.meta.dirname, "hovers.ts");
const PROGRAM = `import { translateRequest, translateResponse } from "../../src/index.js";
const request = translateRequest({}, { from: "chat-completions", to: "messages" });
if (request.ok) request.value.body;
const answer = translateResponse({}, { from: "chat-completions", to: "messages" });
if (answer.ok) for (const block of answer.value.content) if (block.type === "tool_use") block;
`;

/** What is shown at the last place of a text, on one line. */
function shownAt(...texts: readonly string[]): string[] {
  const { config } = ts.readConfigFile(resolve(import.meta.dirname, "../../tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, resolve(import.meta.dirname, "../.."));
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
  return texts.map((text) => {
    const info = service.getQuickInfoAtPosition(FILE, PROGRAM.lastIndexOf(text));
    return ts.displayPartsToString(info?.displayParts).replace(/\s+/g, " ");
  });
}

it("is a name, for all that is written", () => {
  expect(shownAt("body;", "block;", "request =", "answer =")).toEqual([
    "(property) EncodedRequest<MessagesRequest>.body: MessagesRequest",
    "const block: MessagesToolUseBlock",
    'const request: Result<TranslatedRequest<"messages", "chat-completions">>',
    "const answer: Result<MessagesResponse>",
  ]);
});
