/** Both codecs of the style, for documents that they can read. */

import type { Issue } from "../../../src/core/issue.js";
import type { CanonicalRequest, CanonicalResponse, Choice, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/generate-content/request.js";
import { response } from "../../../src/styles/generate-content/response.js";
import type { DecodeOptions, EncodeOptions } from "../../../src/styles/options.js";
import { asking } from "../../support/requests.js";

export const PATH = "/v1beta/models/gemini-2.5-flash:generateContent";

/** `code path`, one for each issue; one without words is none. */
export function told(issues: readonly Issue[]): string[] {
  return issues.map(({ code, path, message }) => (message === "" ? "nothing" : `${code} ${path.join(".")}`.trim()));
}

export function decodedRequest(body: unknown, options: DecodeOptions = { path: PATH }) {
  const result = request.decode(body, options);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return { ...result, told: told(result.issues) };
}

export const asked = (some: Partial<CanonicalRequest> = {}) => asking({ model: "gemini-2.5-flash", ...some });

export function encodedRequest(some: Partial<CanonicalRequest>, options: EncodeOptions = { from: "chat-completions" }) {
  const result = request.encode(asked(some), options);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return { ...result.value, told: told(result.issues) };
}

export function decodedAnswer(body: unknown, options: DecodeOptions = {}) {
  const result = response.decode(body, options);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return { ...result, choice: result.value.choices[0], told: told(result.issues) };
}

/** An answer with one choice, by another style unless it is said otherwise. */
export function encodedAnswer(
  parts: readonly Part[],
  { from = "messages", ...options }: EncodeOptions = {},
  some: Partial<Choice> = {},
  answer: Partial<CanonicalResponse> = {},
) {
  const choice: Choice = { index: 0, parts, finish: { reason: "stop" }, ...some };
  const result = response.encode({ id: "i", model: "m", choices: [choice], ...answer }, { from, ...options });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return { answer: result.value, candidate: result.value.candidates?.[0], told: told(result.issues) };
}

/** What this style's own answer becomes when it is read and written again. */
export function rewritten(body: unknown) {
  const { value } = decodedAnswer(body, { own: true });
  const result = response.encode(value);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.value;
}
