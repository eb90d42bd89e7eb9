/** A final assistant message, which the model goes on from (V-11, V-12). */

import { type Fault, type Fields, own, type ReportFault } from "../../core/check.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Capabilities } from "../../model/capabilities.js";

/** Where the text stands that the model would go on from. A message that ends in a tool's block is a paused turn. */
function prefilled(request: Fields): { readonly message: Path; readonly place: Path; readonly text: string } | undefined {
  const messages = own(request, "messages");
  if (!Array.isArray(messages)) return undefined;
  const last: unknown = messages.at(-1);
  if (!isObject(last) || own(last, "role") !== "assistant") return undefined;
  const message = ["messages", messages.length - 1];
  const content = own(last, "content");
  if (typeof content === "string") return { message, place: [...message, "content"], text: content };
  const end: unknown = Array.isArray(content) ? content.at(-1) : undefined;
  if (!isObject(end) || own(end, "type") !== "text" || !Array.isArray(content)) return undefined;
  const text = own(end, "text");
  return { message, place: [...message, "content", content.length - 1, "text"], text: typeof text === "string" ? text : "" };
}

/** V-12. A text of white space only is a fault of its own. */
export function trailingSpace(request: Fields): Fault | undefined {
  const found = prefilled(request);
  if (found === undefined || !/\s$/.test(found.text.slice(-1)) || !/\S/.test(found.text)) return undefined;
  return {
    at: found.place,
    says: "ends in white space, which is refused at the end of a prefilled answer",
    expected: "no white space at the end",
  };
}

/** V-12, for a model that is known to take none. */
export function refusedPrefill(request: Fields, { capabilities }: { readonly capabilities: Capabilities }): Fault | undefined {
  return capabilities.prefill === false ? prefill(request, "this model does not take") : undefined;
}

/** V-11. */
export function prefillBesideThinking(request: Fields): Fault | undefined {
  return prefill(request, "is not allowed when thinking is on");
}

function prefill(request: Fields, why: string): Fault | undefined {
  const found = prefilled(request);
  return found === undefined
    ? undefined
    : { at: found.message, says: `is a prefilled answer, which ${why}`, expected: "a final user message" };
}

/** V-12. Only a final assistant message may be empty. */
export function emptyMessages(request: Fields, _context: unknown, report: ReportFault): undefined {
  const messages = own(request, "messages");
  if (!Array.isArray(messages)) return;
  messages.forEach((message: unknown, index) => {
    const content = isObject(message) ? own(message, "content") : undefined;
    const empty = Array.isArray(content) ? content.length === 0 : typeof content === "string" && !/\S/.test(content);
    const answered = isObject(message) && own(message, "role") === "assistant";
    const final = index === messages.length - 1 && answered;
    if (!empty || (final && (content === "" || Array.isArray(content)))) return;
    report({
      at: ["messages", index, "content"],
      says: "must not be empty or white space only",
      expected: "a text with a visible character",
      received: Array.isArray(content) ? "an empty array" : "no visible character",
      // Other services have empty answers.
      ...(answered ? { grade: "own" } : {}),
    });
  });
}
