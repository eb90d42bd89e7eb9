/** A fourth style, complete and small: requests, answers, errors, streams, rules, edge, words. Only tests know of it. */
import { tableOf, type Walk } from "../../src/core/check.js";
import { filled, required } from "../../src/core/checks.js";
import { findFaults, replyOf } from "../../src/core/findings.js";
import { rangeRows } from "../../src/fields/rules.js";
import type { Style, StyleEdge, StyleValidator, ValidateOptions } from "../../src/styles/style.js";
import { error, finish, response, stream, type ToyError, type ToyEvent, ToyResponse } from "./answer.js";
import { FIELDS, PATH, request, TOY, ToyRequest } from "./request.js";

interface ToyWire {
  readonly request: ToyRequest;
  readonly response: ToyResponse;
  readonly error: ToyError;
  readonly event: ToyEvent;
}

const REQUEST = tableOf<undefined>(
  "toy",
  "request",
)([{ id: "T-02", path: "say", statement: "Somebody says something.", check: filled("say", "array") }, ...rangeRows(FIELDS)]);
const ERROR = tableOf<undefined>(
  "toy",
  "error",
)([{ id: "T-20", path: "body", statement: "The body is an object.", check: required("body", "object") }]);

function checkRequest(body: unknown, options: ValidateOptions = {}) {
  const walk = (walker: Walk<undefined>, node: Readonly<Record<string, unknown>>) => walker.check(REQUEST, node);
  return findFaults(body, { schema: ToyRequest, bodyRule: "T-01", walk }, () => undefined, options);
}

const validate: StyleValidator = {
  rules: [...REQUEST.rules, ...ERROR.rules],
  request: checkRequest,
  written: checkRequest,
  translated: checkRequest,
  response: (body, options = {}) => findFaults(body, { schema: ToyResponse, bodyRule: "T-10", walk: () => {} }, () => undefined, options),
  error: (reply, options = {}) =>
    findFaults(reply, { bodyRule: "T-20", view: replyOf, walk: (walker, node) => walker.check(ERROR, node) }, () => undefined, options),
};

const edge: StyleEdge = {
  path: PATH,
  match: (path) => (path === PATH ? { stream: false } : undefined),
  format: () => PATH,
  url: { place: /^(.*?)()(\/toy)$/, version: "", versioned: /^$/ },
  base: { legal: /(?:)/, says: "", mend: (url) => url },
  headers: { key: "x-toy-key", requestId: "x-toy-id", own: /^x-toy-/ },
  otherNames: /toy/,
};

export const toy: Style<ToyWire> = {
  name: TOY,
  bodyRule: "T-01",
  request,
  response,
  error,
  stream,
  validate,
  edge,
  words: { finish },
  traits: {},
};
