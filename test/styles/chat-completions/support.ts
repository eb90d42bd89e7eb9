/** Checks of rows that say what becomes of a request. */
import { expect } from "vitest";
import { formatPath, type Issue, type Path } from "../../../src/core/issue.js";
import type { CanonicalRequest, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import { response } from "../../../src/styles/chat-completions/response.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { inLines, linesOf } from "../../support/issue-rows.js";
import { asking } from "../../support/requests.js";

/** Fields of a request beside the model and the conversation; of a canonical one those that are not empty. */
function settings(request: object, without: readonly string[] = []): object {
  const left = [...without, "model", "turns", "messages"];
  const rest = Object.entries(request).filter(([key]) => !left.includes(key));
  return Object.fromEntries("turns" in request ? rest.filter(([, inner]) => !["{}", "[]", "false"].includes(JSON.stringify(inner))) : rest);
}

/** Tools of a canonical request, and how they are sent. */
export const func = (name: string) => ({ type: "function", name }) as const;
export const free = (name: string) => ({ type: "custom", name }) as const;
export const sentFunc = (name: string, more: object = {}) => ({ type: "function", function: { name, ...more } });
export const sentFree = (name: string, more: object = {}) => ({ type: "custom", custom: { name, ...more } });
export const allowed = (mode: string, ...tools: readonly object[]) => ({ type: "allowed_tools", allowed_tools: { mode, tools } });
/** Fields that only this style knows. */
export const own = (fields: object) => ({ "chat-completions": { ...fields } });

/** The path that is written `tools.0.name`. */
export const steps = (place: string) => place.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));

type Outcome = { readonly ok: true } | { readonly ok: false; readonly issues: readonly Issue[] };

/** The result, which must be one with a value. */
export function fine<Given extends Outcome>(result: Given): Extract<Given, { readonly ok: true }> {
  if (hasValue(result)) return result;
  throw new Error(JSON.stringify(result));
}

function hasValue<Given extends Outcome>(result: Given): result is Extract<Given, { readonly ok: true }> {
  return result.ok;
}

const decoded = (fields: object) => fine(request.decode({ model: "m", messages: [{ role: "user", content: "hi" }], ...fields }));

export type ReadRow = [fields: object, canonical?: object, issues?: readonly string[], places?: Readonly<Record<string, string>>];

/** Fields of a request, those of the canonical one, the findings, and where values of the canonical one were found. */
export function reads(...[fields, canonical = {}, issues = [], places = {}]: ReadRow): void {
  const { value, issues: told, locate } = decoded(fields);
  const found = Object.fromEntries(Object.keys(places).map((place) => [place, locate(steps(place)).join(".")]));
  expect(inLines({ canonical: settings(value), issues: told, places: found })).toEqual({ canonical, issues, places });
}

export type WrittenRow = [fields: Partial<CanonicalRequest>, body?: object | null, issues?: readonly string[], options?: EncodeOptions];

/** Fields of a canonical request, those of the body (`null` where there is none), but for these, and the findings. */
export const writesWithout =
  (...without: readonly string[]) =>
  (...[fields, body = {}, issues = [], options = { from: "messages" }]: WrittenRow) => {
    const written = request.encode(asking(fields), options);
    const found = written.ok ? settings(written.value.body, without) : null;
    expect(inLines({ body: found, issues: written.issues })).toEqual({ body, issues });
  };
export const writes = writesWithout();

/** Fields that its own style writes as they were read, in silence. */
export function returns(fields: object): void {
  const { value, issues } = decoded(fields);
  const written = request.encode(value, { from: "chat-completions" });
  expect(written.ok && settings(written.value.body)).toEqual(fields);
  expect(linesOf([...issues, ...written.issues])).toEqual([]);
}

/** Code and path of each finding. */
export const told = (issues: readonly { readonly code: string; readonly path: Path }[]): string[] =>
  issues.map(({ code, path }) => `${code} ${formatPath(path)}`);

/** An answer whose one choice has this message. */
export function answerOf(message: object): object {
  const finish_reason = "tool_calls" in message ? "tool_calls" : "stop";
  return { id: "i", created: 5, model: "m", choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }] };
}

/** What is read of an answer with this message. */
export function read(message: object) {
  const { value, issues } = fine(response.decode(answerOf(message)));
  return { value, parts: value.choices[0]?.parts ?? [], issues: told(issues) };
}

/** The message of an answer with these parts. */
export function written(parts: readonly Part[], options: EncodeOptions = { from: "generate-content" }) {
  const choices = [{ index: 0, parts, finish: { reason: "stop" } }] as const;
  const { value, issues } = fine(response.encode({ id: "i", model: "m", created: 5, choices }, options));
  return { message: value.choices[0]?.message, issues: told(issues) };
}

/** Messages of a request, as this style writes them after having read them. */
export function repeated(messages: readonly object[]) {
  const { value } = fine(request.decode({ model: "m", messages }));
  const { value: sent, issues } = fine(request.encode(value, { from: "chat-completions" }));
  return { turns: value.turns, messages: sent.body.messages, issues: told(issues) };
}

/** The messages of a request with these turns. */
export function writtenTurns(turns: CanonicalRequest["turns"], options: EncodeOptions = { from: "generate-content" }) {
  const { value, issues } = fine(request.encode(asking({ turns }), options));
  return { messages: value.body.messages, issues: told(issues) };
}
