/** The tools that the service runs itself. */

import { approximated, equivalent, type Path } from "../../core/issue.js";
import { isJsonObject, ownOf } from "../../core/json.js";
import { words } from "../../fields/table.js";
import { dropFields, dropPart, dropUnknown } from "../../model/extensions.js";
import type { CodeResultPart, Part } from "../../model/index.js";
import { type DecodeScope, type EncodeScope, STYLE } from "./scope.js";
import type { GenerateContentPart } from "./wire.js";

/** Their names: snake_case words in the model, `toolCall.toolType` on this wire. */
const TYPES: Readonly<Record<string, string>> = { web_search: "GOOGLE_SEARCH_WEB", web_fetch: "URL_CONTEXT" };
const TYPE = words(TYPES);

export function toolNameOf(toolType: string): string {
  return TYPE.read(toolType) ?? toolType;
}

type ServerToolPart = Extract<Part, { type: "server-tool-call" | "server-tool-result" }>;

/** Of its own service a part as it was. Searches of another vendor an answer has in its grounding, a history cannot have. */
export function encodeServerTool(part: ServerToolPart, path: Path, { own, document, report }: EncodeScope): GenerateContentPart[] {
  const toolType = ownOf(TYPES, part.name) ?? part.name;
  if (own && part.type === "server-tool-call")
    return [{ toolCall: { id: part.id, toolType, args: isJsonObject(part.input) ? part.input : { input: part.input } } }];
  if (own && part.type === "server-tool-result")
    return [{ toolResponse: { id: part.callId, toolType, ...(isJsonObject(part.raw) ? { response: part.raw } : {}) } }];
  const isAnswer = document === "response";
  // A search that failed has no hits.
  const hits = part.type === "server-tool-result" ? part.result : [];
  if (isAnswer && part.name === "web_search" && hits !== undefined) {
    report(equivalent(path, "A search is written as grounding of the answer."));
    dropUnknown(part.extensions, STYLE, path, report);
    for (const [index, hit] of hits.entries())
      dropFields(hit, { encryptedContent: "info", pageAge: "info" }, [...path, "result", index], STYLE, report);
    return [];
  }
  const what = `generate-content has no place for the server tool ${JSON.stringify(part.name.slice(0, 100))}`;
  return dropPart(path, what, report, isAnswer ? { severity: "info" } : {});
}

/** Results of commands are results of code here. */
export function reportCommands(parts: readonly Part[], path: Path, scope: EncodeScope): void {
  const commands = new Set(parts.flatMap((part) => (part.type === "code-call" && part.language !== "python" ? part.id : [])));
  parts.forEach((part, index) => {
    if (part.type === "code-result" && commands.has(part.callId))
      scope.report(equivalent([...path, "parts", index], "Commands are code here, also on the way back."));
  });
}

type Ended = Pick<CodeResultPart, "outcome" | "stdout" | "stderr">;

/** How code ended, by the word for it; undefined for one that nobody knows. */
export function outcomeOf(word: string | null | undefined, output: string, path: Path, scope: DecodeScope): Ended | undefined {
  const message = "The result has no outcome; it counts as success.";
  if (word == null)
    scope.report(approximated("approximated.enum", [...path, "codeExecutionResult", "outcome"], message, { to: OUTCOMES.ok }));
  const outcome = OUTCOME.read(word ?? OUTCOMES.ok);
  return outcome && { outcome, ...(outcome === "failed" ? { stdout: "", stderr: output } : { stdout: output }) };
}

export const OUTCOMES = { ok: "OUTCOME_OK", failed: "OUTCOME_FAILED", timeout: "OUTCOME_DEADLINE_EXCEEDED" } as const;
const OUTCOME = words(OUTCOMES);
