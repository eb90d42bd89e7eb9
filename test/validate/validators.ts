import type { Issue } from "../../src/core/issue.js";
import type { StyleName } from "../../src/model/common.js";
import { validate as chatCompletions } from "../../src/styles/chat-completions/rules.js";
import { validate as generateContent } from "../../src/styles/generate-content/rules.js";
import { validate as messages } from "../../src/styles/messages/rules.js";
import type { ValidateOptions } from "../../src/styles/options.js";
import type { StyleValidator } from "../../src/styles/style.js";

export const validators: Readonly<Record<StyleName, StyleValidator>> = {
  "chat-completions": chatCompletions,
  messages,
  "generate-content": generateContent,
};

/** Findings of one document. */
export function findings(
  style: StyleName,
  document: "request" | "response" | "error",
  value: unknown,
  options: ValidateOptions = {},
): readonly Issue[] {
  const validator = validators[style];
  if (document === "request") return validator.request(value, options);
  if (document === "response") return validator.response(value, options);
  const reply: { status?: number; body?: unknown } = typeof value === "object" && value !== null ? value : {};
  return validator.error({ ...(reply.status === undefined ? {} : { status: reply.status }), body: reply.body }, options);
}

export function errorsOf(issues: readonly Issue[]): readonly Issue[] {
  return issues.filter(({ severity }) => severity === "error");
}
