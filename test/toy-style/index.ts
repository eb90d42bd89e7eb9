/** A fourth style, complete and small: requests, answers, errors, streams, rules, edge, words. Only tests know of it. */
import { rule } from "../../src/core/checks.js";
import { rangeRows } from "../../src/fields/table.js";
import type { Documents } from "../../src/styles/options.js";
import { type RequestRules, requestValidator, validatorOf } from "../../src/styles/shared/rules.js";
import type { BaseUrl, Style, StyleEdge, StyleLooks, StyleModule } from "../../src/styles/style.js";
import { error, finish, response, stream, type ToyError, type ToyEvent, ToyResponse } from "./answer.js";
import { TOY } from "./name.js";
import { FIELDS, PATH, request, ToyRequest } from "./request.js";

export { normalizer } from "./answer.js";

interface ToyWire extends Documents<ToyRequest, ToyResponse, ToyError, ToyEvent> {
  readonly taken: Documents<ToyRequest, ToyResponse, ToyError, ToyEvent>;
}

const REQUEST: RequestRules<undefined> = {
  schema: ToyRequest,
  bodyRule: "T-01",
  nodes: () => ({
    rows: [rule("T-02").filled("say", "array"), ...rangeRows(FIELDS).map((row) => ({ ...row, written: true as const }))],
  }),
  context: () => undefined,
};
export const validateRequests = requestValidator(REQUEST);

export const validate = validatorOf("toy", validateRequests, {
  request: REQUEST,
  response: { schema: ToyResponse, bodyRule: "T-10", nodes: () => ({ rows: [] }), context: () => undefined },
  error: {
    bodyRule: "T-20",
    nodes: () => ({ rows: [rule("T-20").required("body", "object")] }),
  },
});

const edge: StyleEdge = {
  path: PATH,
  match: (path) => (path === PATH ? { stream: false } : undefined),
  format: () => PATH,
  models: /^toy-/,
  url: { place: /^(.*?)()(\/toy)$/, version: "", versioned: /^$/ },
  headers: { key: "x-toy-key", requestId: "x-toy-id", own: /^x-toy-/ },
};

export const baseUrl: BaseUrl = { legal: /(?:)/, explanation: "", mend: (url) => url };
export const looks: StyleLooks = { signs: "say said", guess: () => false };
export const otherNames = /toy/;
export const answerRules = { own: /^T-10$/, shared: /^$/ };
export const stripForeignSignatures: StyleModule["stripForeignSignatures"] = (body) => ({ ok: true, value: body, issues: [] });

export const toy: Style<ToyWire> = {
  name: TOY,
  bodyRule: "T-01",
  request,
  response,
  error,
  stream,
  edge,
  models: { path: "/toys", query: "", entry: (name) => name, list: (names) => names },
  words: { finish },
  traits: {},
};
