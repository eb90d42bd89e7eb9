/** All rules of the generate-content style, as data and as checks. A body in snake_case is judged in camelCase. */
import type { Fields, ReportFault } from "../../core/check.js";
import { objects } from "../../core/checks.js";
import { failure, type Issue } from "../../core/issue.js";
import { plain } from "../../core/json.js";
import { isPlainPath } from "../../core/url-path.js";
import { type Capabilities, capabilitiesOf } from "../../model/capabilities.js";
import { validatorOf } from "../shared/validator.js";
import type { StyleValidator, ValidateOptions } from "../style.js";
import { actionOf, unknownTarget } from "./edge.js";
import { FIELDS_RULE } from "./limits.js";
import { camelCased, relocate, respelled } from "./names.js";
import { asVendorReads } from "./proto-json.js";
import { REQUEST_RULES } from "./rules-request.js";
import { ERROR_RULES, RESPONSE_RULES } from "./rules-response.js";
import { GenerateContentRequest } from "./wire.js";
import { GenerateContentResponse } from "./wire-answer.js";

const SPELLING = {
  relocate,
  nodes: {
    rows: [
      {
        id: FIELDS_RULE.gateway,
        path: "(field names)",
        statement: "Field names are in camelCase. snake_case, which the vendor takes, is an extension, but for `web_search`.",
        severity: "extension",
        profile: "gateway",
        check: snakeCased,
      },
    ],
  },
} as const;

function snakeCased(document: Fields, _context: unknown, report: ReportFault): undefined {
  for (const at of respelled(plain(document)))
    if (at.at(-1) !== "web_search") report({ at, says: "is in snake_case, where the specification writes camelCase", grade: "extension" });
}

const whole = validatorOf("generate-content", {
  request: {
    schema: GenerateContentRequest,
    bodyRule: "R-089",
    nodes: REQUEST_RULES,
    context: contextOf,
    foreign: ownerOf,
    spelling: {
      ...SPELLING,
      normal: (body, profile) => (profile === "vendor" ? asVendorReads(camelCased(body)) : camelCased(body)),
    },
  },
  response: {
    schema: GenerateContentResponse,
    bodyRule: "R-156",
    otherRule: "R-158",
    nodes: RESPONSE_RULES,
    context: () => undefined,
    spelling: { ...SPELLING, normal: camelCased },
  },
  error: { bodyRule: "R-167", nodes: ERROR_RULES },
});

export const validate: StyleValidator = {
  ...whole,
  request: (body, options) => [...pathIssues(options?.path), ...whole.request(body, options)],
  written: (body, options) => [...pathIssues(options?.path), ...whole.written(body, options)],
  translated: (body, options) => [...pathIssues(options?.path), ...whole.translated(body, options)],
};

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

function contextOf(_: unknown, options: ValidateOptions): RequestContext {
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

/** For which other style and endpoint a faulty body was probably meant; undefined when nothing says so. */
function ownerOf(body: Fields): string | undefined {
  if (!Array.isArray(body.messages) || body.contents !== undefined) return undefined;
  const isMessages =
    body.system !== undefined ||
    objects(body.tools).some((tool) => tool.input_schema !== undefined) ||
    objects(body.messages).some((message) => objects(message.content).some(({ type }) => type === "tool_use" || type === "tool_result"));
  return isMessages
    ? "messages body: send it to POST /v1/messages"
    : "chat-completions body: send it to POST /v1/chat/completions (or, if it is a messages body, to POST /v1/messages)";
}

/** What the rules of a generate-content request ask beside the node they look at. */
export interface RequestContext {
  /** The id in the path; empty when nothing tells. */
  readonly model: string;
  /** Of the model; undefined when nothing tells. */
  readonly generation: number | undefined;
  readonly capabilities: Capabilities;
  /** Whether the URL asks for a stream; undefined when no URL was given. */
  readonly stream: boolean | undefined;
  /** Media types allowed beside the listed ones. */
  readonly inlineMimeTypes: readonly string[];
  /** Base64 is not looked at. */
  readonly skipMedia: boolean;
}
