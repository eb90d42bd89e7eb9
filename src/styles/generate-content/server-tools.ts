/** The tools that the service runs itself. */

import { approximated, dropped, equivalent } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { CodeResultPart, Part, SearchHit } from "../../model/index.js";
import type { DecodeScope, EncodeScope } from "./scope.js";
import type { GenerateContentPart } from "./wire.js";

/** Their names: `toolCall.toolType` on this wire, snake_case words in the model. */
const TYPES = [
  ["GOOGLE_SEARCH_WEB", "web_search"],
  ["URL_CONTEXT", "web_fetch"],
] as const;

export function toolNameOf(toolType: string): string {
  return TYPES.find(([type]) => type === toolType)?.[1] ?? toolType;
}

export function toolTypeOf(name: string): string {
  return TYPES.find(([, known]) => known === name)?.[0] ?? name;
}

function loseHits(hits: readonly SearchHit[], path: Path, { report }: EncodeScope): void {
  for (const [index, { encryptedContent, pageAge }] of hits.entries())
    for (const [field, value] of Object.entries({ encryptedContent, pageAge }))
      if (value !== undefined)
        report(
          dropped("dropped.field", [...path, "result", index, field], "The grounding of an answer does not say this of a page.", {
            severity: "info",
          }),
        );
}

type ServerToolPart = Extract<Part, { type: "server-tool-call" | "server-tool-result" }>;

/** Searches of another vendor: an answer says them in its grounding, a history cannot. */
export function foreignServerTool(part: ServerToolPart, path: Path, scope: EncodeScope): GenerateContentPart[] {
  const answer = scope.document === "response";
  // A search that failed found nothing to tell.
  const hits = part.type === "server-tool-result" ? part.result : [];
  if (answer && part.name === "web_search" && hits !== undefined) {
    scope.report(equivalent(path, "A search is told by the grounding of the answer, with its words and the pages it found."));
    loseHits(hits, path, scope);
    return [];
  }
  const what = `What the service itself did with its tool ${JSON.stringify(part.name.slice(0, 100))} has no place in generate-content`;
  scope.report(
    answer
      ? dropped("dropped.part", path, `${what}; the answer does not show it.`, { severity: "info" })
      : dropped("dropped.part", path, `${what}; the model will not see it.`),
  );
  return [];
}

/** Results of commands are results of code here. */
export function reportCommands(parts: readonly Part[], path: Path, scope: EncodeScope): void {
  if (parts.every((part) => part.type !== "code-result")) return;
  const commands = new Set(parts.flatMap((part) => (part.type === "code-call" && part.language !== "python" ? [part.id] : [])));
  parts.forEach((part, index) => {
    if (part.type === "code-result" && commands.has(part.callId))
      scope.report(equivalent([...path, "parts", index], "The result of a command is one of code here, and so it is on the way back."));
  });
}

type Ended = Pick<CodeResultPart, "outcome" | "stdout" | "stderr">;

/** How code ended, by the word for it; undefined for one that nobody knows. */
export function outcomeOf(word: string | null | undefined, output: string, path: Path, scope: DecodeScope): Ended | undefined {
  const message = "The result does not say how the code ended; it counts as having run well.";
  if (word == null)
    scope.report(approximated("approximated.enum", [...path, "codeExecutionResult", "outcome"], message, { to: OUTCOMES.ok }));
  if ((word ?? OUTCOMES.ok) === OUTCOMES.ok) return { outcome: "ok", stdout: output };
  if (word === OUTCOMES.failed) return { outcome: "failed", stdout: "", stderr: output };
  return word === OUTCOMES.timeout ? { outcome: "timeout", stdout: output } : undefined;
}

export const OUTCOMES = { ok: "OUTCOME_OK", failed: "OUTCOME_FAILED", timeout: "OUTCOME_DEADLINE_EXCEEDED" } as const;
