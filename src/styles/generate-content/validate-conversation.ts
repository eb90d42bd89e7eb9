/** V-27: function calls and their responses, content by content, and the signatures of the current turn. */
import { type Fault, own } from "../../core/check.js";
import { isObject } from "../../core/json.js";
import { ROLES } from "./limits.js";
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
  /** Something in it is a fault of its own, so that nobody can say how many calls or responses there are. */
  unreadable: boolean;
}

export function functionPairing(contents: unknown, generation: number | undefined): Fault[] | undefined {
  if (!Array.isArray(contents)) return undefined;
  const faults: Fault[] = [];
  const steps = stepsOf(contents);
  let before: Step = { kind: "other", at: 0, calls: 0, responses: 0, unreadable: false };
  for (const step of steps) {
    if (step.responses !== before.calls && !step.unreadable && !before.unreadable)
      faults.push({
        at: ["contents", step.at],
        says: `has ${step.responses} function responses after ${before.calls} function calls; each call needs one response in the next content`,
        expected: `${before.calls} function responses`,
        received: `${step.responses} function responses`,
      });
    before = step;
  }
  if (before.calls > 0 && !before.unreadable)
    faults.push({
      at: ["contents", contents.length - 1],
      says: `has ${before.calls} function calls, and no content with their responses follows`,
      expected: `${before.calls} function responses`,
      received: "0 function responses",
    });
  const turn = steps.findLast(({ kind }) => kind === "other")?.at ?? 0;
  if (generation !== undefined && generation >= 3) faults.push(...unsigned(contents, turn));
  return faults.length === 0 ? undefined : faults;
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
    if (kind === "model") step.calls += Math.max(0, countOf(parts, "functionCall") - inside);
    else step.responses += inside;
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

function unsigned(contents: readonly unknown[], turn: number): Fault[] {
  return contents.flatMap((content, index): Fault[] => {
    if (index < turn || !isObject(content) || own(content, "role") !== "model" || !Array.isArray(content.parts)) return [];
    const position = content.parts.findIndex((part: unknown) => isObject(part) && own(part, "functionCall") !== undefined);
    const part: unknown = content.parts[position];
    if (!isObject(part) || own(part, "thoughtSignature") !== undefined) return [];
    const at = ["contents", index, "parts", position, "thoughtSignature"];
    return [
      {
        at,
        says: "is required on the first function call of a step and is missing",
        expected: "the signature that came with the call",
        received: "nothing",
      },
    ];
  });
}
