/** All rules of the generate-content style, as data and as checks. A body in snake_case is judged in camelCase. */

import { type Fields, type ReportFault, tableOf } from "../../core/check.js";
import { type DocumentRules, type FindOptions, findFaults, replyOf } from "../../core/findings.js";
import { failure, type Issue } from "../../core/issue.js";
import { plain } from "../../core/json.js";
import { isPlainPath } from "../../core/url-path.js";
import { capabilitiesOf } from "../../model/capabilities.js";
import type { StyleValidator, ValidateOptions } from "../style.js";
import { actionOf, unknownTarget } from "./edge.js";
import { FIELDS_RULE } from "./limits.js";
import { camelCased, relocate, respelled } from "./names.js";
import { asVendorReads } from "./proto-json.js";
import type { RequestContext } from "./rules-context.js";
import { ownerOf } from "./rules-foreign.js";
import { requestTables, walkRequest } from "./rules-request.js";
import { errorTables, responseTables, walkError, walkResponse } from "./rules-response.js";
import { GenerateContentRequest } from "./wire.js";
import { GenerateContentResponse } from "./wire-answer.js";

function spellingOf(document: "request" | "response") {
  const rules = tableOf<unknown>(
    "generate-content",
    document,
  )([
    {
      id: FIELDS_RULE.gateway,
      path: "(field names)",
      statement: "Field names are in camelCase. snake_case, which the vendor takes, is an extension, but for `web_search`.",
      severity: "extension",
      profile: "gateway",
      check: snakeCased,
    },
  ]);
  return { normal: camelCased, relocate, rules };
}

function snakeCased(document: Fields, _context: unknown, report: ReportFault): undefined {
  for (const at of respelled(plain(document)))
    if (at.at(-1) !== "web_search") report({ at, says: "is in snake_case, where the specification writes camelCase", grade: "extension" });
}

const REQUEST_SPELLING = spellingOf("request");
const RESPONSE_SPELLING = spellingOf("response");
const REQUEST: DocumentRules<RequestContext> = {
  schema: GenerateContentRequest,
  bodyRule: "R-089",
  walk: walkRequest,
  foreign: ownerOf,
  spelling: {
    ...REQUEST_SPELLING,
    normal: (body, profile) => (profile === "vendor" ? asVendorReads(camelCased(body)) : camelCased(body)),
  },
};
const ANSWER_RULES: ReadonlySet<string> = new Set(responseTables.flatMap(({ rules }) => rules.map(({ id }) => id)));
const RESPONSE: DocumentRules<undefined> = {
  schema: GenerateContentResponse,
  bodyRule: "R-156",
  own: (rule) => (ANSWER_RULES.has(rule) ? rule : "R-158"),
  walk: walkResponse,
  spelling: RESPONSE_SPELLING,
};
const ERROR: DocumentRules<undefined> = { bodyRule: "R-167", view: replyOf, walk: walkError };

export const validate: StyleValidator = {
  rules: [...requestTables, REQUEST_SPELLING.rules, ...responseTables, RESPONSE_SPELLING.rules, ...errorTables].flatMap(
    ({ rules }) => rules,
  ),
  request,
  written: (body, options) => request(body, { ...options, skipMedia: true, written: true }),
  translated: (body, options) => request(body, { ...options, translated: true }),
  response: (body, options = {}) => findFaults(body, RESPONSE, () => undefined, options),
  error: (reply, options = {}) => findFaults(reply, ERROR, () => undefined, options),
};

function request(body: unknown, options: ValidateOptions & FindOptions = {}): readonly Issue[] {
  return [...pathIssues(options.path), ...findFaults(body, REQUEST, () => contextOf(options), options)];
}

interface Target {
  readonly model: string;
  readonly action: string;
}

/** `…/models/{model}:{action}`, whatever stands before it. */
function targetOf(path: string): Target | undefined {
  const place = path.replace("/tunedModels/", "/models/");
  const found = actionOf(place);
  if (found !== undefined) return found;
  const model = /\/models\/([^?#]*)/.exec(place)?.[1];
  return model === undefined ? undefined : { model, action: "" };
}

function pathIssues(path: string | undefined): Issue[] {
  if (path !== undefined && !isPlainPath(path)) return [unknownTarget(path)];
  const target = path === undefined ? undefined : targetOf(path);
  if (target === undefined) return [];
  const issues: Issue[] = [];
  if (target.model === "")
    issues.push(
      failure("validation.R-087", [], "The URL path must name a model: `/v1beta/models/{model}:generateContent`.", { rule: "R-087" }),
    );
  if (target.action !== "generateContent" && target.action !== "streamGenerateContent")
    issues.push(
      failure(
        "validation.R-088",
        [],
        `The action of the URL path must be "generateContent" or "streamGenerateContent", not ${JSON.stringify(target.action.slice(0, 100))}.`,
        { rule: "R-088", expected: "generateContent or streamGenerateContent", received: target.action.slice(0, 100) },
      ),
    );
  return issues;
}

function contextOf(options: ValidateOptions): RequestContext {
  const target = options.path === undefined ? undefined : targetOf(options.path);
  const model = target?.model ?? "";
  const capabilities = capabilitiesOf(model, options.capabilities);
  return {
    model,
    generation: options.modelGeneration ?? capabilities.generation,
    capabilities,
    stream: target === undefined ? undefined : target.action === "streamGenerateContent",
    inlineMimeTypes: options.inlineMimeTypes ?? [],
    skipMedia: options.skipMedia === true,
  };
}
