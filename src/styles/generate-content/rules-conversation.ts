/** V-27: function calls and their responses, step by step, and the signatures of the current turn. */
import { type Fields, own, type ReportFault } from "../../core/check.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { ROLES } from "./limits.js";
import type { RequestContext } from "./rules.js";
import { PART_MODIFIERS } from "./wire.js";

const MODIFIERS: ReadonlySet<string> = new Set(PART_MODIFIERS);

/**
 * Contents that are one step: those of the model that follow each other, and those with responses. A client that keeps a
 * stream has a model content for each of its events, and some send each response in a content of its own.
 */
interface Step {
  readonly kind: "model" | "responses" | "other";
  /** Index of its first content. */
  readonly at: number;
  calls: number;
  responses: number;
  /** Its first call. */
  first?: { readonly at: Path; readonly signed: boolean } | undefined;
  /** Something in it is a fault of its own, so that nobody can say how many calls or responses there are. */
  unreadable: boolean;
}

export function functionPairing(request: Fields, { generation }: RequestContext, report: ReportFault): undefined {
  const contents = own(request, "contents");
  if (!Array.isArray(contents)) return;
  const steps = stepsOf(contents);
  let before: Step = { kind: "other", at: 0, calls: 0, responses: 0, unreadable: false };
  for (const step of steps) {
    const calls = Math.max(0, before.calls);
    if (step.responses !== calls && !step.unreadable && !before.unreadable)
      report({
        // The service goes on where none of the calls is answered.
        ...(step.responses === 0 ? { grade: "warning" } : {}),
        at: ["contents", step.at],
        says: `has ${step.responses} function responses after ${calls} function calls; each call needs one response in the next content`,
        expected: `${calls} function responses`,
        received: `${step.responses} function responses`,
      });
    before = step;
  }
  if (before.calls > 0 && !before.unreadable)
    report({
      at: ["contents", contents.length - 1],
      says: `has ${before.calls} function calls, and no content with their responses follows`,
      expected: `${before.calls} function responses`,
      received: "0 function responses",
    });
  if (generation !== undefined && generation >= 3) unsigned(steps, report);
}

function stepsOf(contents: readonly unknown[]): readonly Step[] {
  const steps: Step[] = [];
  contents.forEach((content, at) => {
    const parts = isObject(content) && Array.isArray(content.parts) ? content.parts : [];
    const inside = countOf(parts, "functionResponse");
    const kind: Step["kind"] = isObject(content) && own(content, "role") === "model" ? "model" : inside > 0 ? "responses" : "other";
    const last = steps.at(-1);
    const step: Step = last?.kind === kind && kind !== "other" ? last : { kind, at, calls: 0, responses: 0, unreadable: false };
    if (step !== last) steps.push(step);
    step.unreadable ||= !isObject(content) || !isRole(own(content, "role")) || parts.length === 0 || !parts.every(hasKind);
    // Responses in a model content are of calls that the service made itself.
    if (kind === "model") {
      step.calls += countOf(parts, "functionCall") - inside;
      step.first ??= firstCall(parts, ["contents", at, "parts"]);
    } else step.responses += inside;
  });
  return steps;
}

function isRole(role: unknown): boolean {
  return role === undefined || role === "function" || ROLES.some((known) => known === role);
}

function hasKind(part: unknown): boolean {
  return isObject(part) && Object.keys(part).some((key) => own(part, key) !== undefined && !MODIFIERS.has(key));
}

function countOf(parts: readonly unknown[], kind: string): number {
  return parts.filter((part) => isObject(part) && own(part, kind) !== undefined).length;
}

function firstCall(parts: readonly unknown[], at: Path): Step["first"] {
  const position = parts.findIndex((part) => isObject(part) && own(part, "functionCall") !== undefined);
  const part = parts[position];
  return isObject(part) ? { at: [...at, position, "thoughtSignature"], signed: own(part, "thoughtSignature") !== undefined } : undefined;
}

/** Of the current turn, which begins at the last content that is neither the model's nor a response. */
function unsigned(steps: readonly Step[], report: ReportFault): void {
  for (const { first } of steps.slice(steps.findLastIndex(({ kind }) => kind === "other") + 1))
    if (first?.signed === false)
      report({
        at: first.at,
        says: "is required on the first function call of a step and is missing",
        expected: "the signature that came with the call",
        received: "nothing",
        // Other services sign no calls.
        grade: "own",
      });
}
