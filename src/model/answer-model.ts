/** Which model an answer names. */
import { type Issue, notice } from "../core/issue.js";
import type { Path } from "../core/path.js";

export interface AskedModel {
  /** Takes the place of whatever model the answer names. */
  readonly model?: string;
  /** The model that the request asked for, for answers that name none. */
  readonly context?: { readonly model?: string };
}

/**
 * That of the options, its own, or the one that was asked for.
 * @param silent whether the style demands no model, so that one that is missing says nothing
 */
export function answerModel(
  given: string | undefined,
  { model, context }: AskedModel,
  path: Path,
  report: (issue: Issue) => void,
  silent = false,
): string {
  const named = model ?? given ?? context?.model ?? "unknown";
  if (given === undefined && model === undefined && !silent)
    report(notice("defaulted.other", path, "The answer does not name its model.", { to: named }));
  else if (given !== undefined && given !== named) report(modelReplaced("answer", path, given, named));
  return named;
}

export function modelReplaced(document: "request" | "answer" | "stream", path: Path, from: string, to: string): Issue {
  const message = `The option \`model\` replaces the model of the ${document} by ${JSON.stringify(to)}.`;
  return notice("conflict.resolved", path, message, { from, to });
}
