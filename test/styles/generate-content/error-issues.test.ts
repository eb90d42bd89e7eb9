import type { CanonicalError, ErrorKind } from "../../../src/model/error.js";
import type { BaseProfile, Json } from "../../../src/model/index.js";
import { error } from "../../../src/styles/generate-content/error.js";
import { lazy, row } from "../../support/issue-rows.js";

/** Everything that an error says, with what cannot be carried over. */
const read = (body: Json, status?: number, headers: Record<string, string> = {}) => {
  const { value, issues } = error.decode({ ...(status === undefined ? {} : { status }), body, headers });
  return { ...value, issues };
};
const places = lazy((body: Json, ...paths: (readonly string[])[]) => paths.map((path) => error.decode({ status: 429, body }).locate(path)));
const said = (code: Json, status: Json, more: Record<string, Json> = {}) => ({ error: { code, message: "no", status, ...more } });
const write = lazy((some: Partial<CanonicalError>, profile: BaseProfile = "gateway") => {
  const { value, issues } = error.encode({ kind: "internal", status: 500, message: "no", retryable: true, ...some }, { profile });
  return { ...value, issues };
});
const delay = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "12s" };
const help = { "@type": "type.googleapis.com/google.rpc.Help" };

/** What is read of an error. */
const failure = (kind: ErrorKind, status: number, native?: object, message = "no") => ({
  ...{ kind, status, message, retryable: !["invalid-request", "authentication"].includes(kind) },
  ...(native === undefined ? {} : { native: { style: "generate-content", ...native } }),
});
const reply = (status: number, name: string) => ({ status, body: { error: { code: status, message: "no", status: name } }, headers: {} });
row("a code that is the status contradicts nothing", () => read(said(429, "RESOURCE_EXHAUSTED"), 429).issues, []);
row("a name of another kind decides over the code", () => read(said(400, "RESOURCE_EXHAUSTED"), 400), {
  ...failure("rate-limit", 400, { code: 400, status: "RESOURCE_EXHAUSTED" }),
  issues: [
    'conflict.resolved body.error.code warning from 400 to "rate-limit"',
    'conflict.resolved status warning from 400 to "rate-limit"',
  ],
});
row("two codes of one kind are a contradiction", () => read(said(520, "INTERNAL"), 521), {
  ...failure("internal", 521, { code: 520, status: "INTERNAL" }),
  issues: ['conflict.resolved body.error.code warning from 520 to "internal"'],
});
row(
  "a code as text is a code",
  () => read(said("429", "RESOURCE_EXHAUSTED"), 429),
  failure("rate-limit", 429, { code: "429", status: "RESOURCE_EXHAUSTED" }),
);
row("a code with more than its digits is none", () => read(said("4290", "RESOURCE_EXHAUSTED"), 429).issues, [
  'conflict.resolved body.error.code warning from "4290" to "rate-limit"',
]);
row("a name that no kind has is told as a kind", () => read(said(418, "TEAPOT"), 418), {
  ...failure("invalid-request", 418, { code: 418, status: "TEAPOT" }),
  issues: ['approximated.error body.error.status warning from "TEAPOT" to "invalid-request"'],
});
row("a name that is no text is left out", () => read(said(400, 5), 400), {
  ...failure("invalid-request", 400, { code: 400 }),
  issues: ["dropped.field body.error.status info"],
});
row(
  "a message that is no text is left out",
  () => read({ error: { code: 400, message: ["a"], status: "INVALID_ARGUMENT", more: 1, none: null } }, 400),
  {
    ...failure("invalid-request", 400, { code: 400, status: "INVALID_ARGUMENT" }, "INVALID_ARGUMENT"),
    issues: ["dropped.field body.error.more info", "dropped.field body.error.message info"],
  },
);
row("a status that is no error's counts as five hundred", () => read("no", 200), {
  ...failure("internal", 500),
  issues: ["approximated.error status warning from 200 to 500"],
});
row("a text without a status is an internal error", () => read("no"), failure("internal", 500));
row("nothing is told by its status", () => read(null, 502), {
  ...failure("bad-gateway", 502, undefined, "The service reported an error: 502 Bad Gateway."),
  issues: ['defaulted.other body info to "The service reported an error: 502 Bad Gateway."'],
});
row("an object that says nothing is told as JSON", () => read({ a: 1 }, 502), failure("bad-gateway", 502, undefined, '{"a":1}'));
row("of a long page the start becomes the message", () => read("x".repeat(501), 502).issues, ["approximated.error body warning limit 500"]);
row("a page of five hundred characters is told whole", () => read("x".repeat(500), 502).issues, []);
row("the first of several errors counts", () => read([said(429, "RESOURCE_EXHAUSTED"), said(500, "INTERNAL")], 429).issues, [
  "dropped.field body info",
]);
row("the description of an error is its message", () => read({ error_description: "why", more: 1 }, 401), {
  ...failure("authentication", 401, undefined, "why"),
  issues: ["dropped.field body.more info"],
});
row(
  "details stand where they are, without the delay",
  places(said(429, "RESOURCE_EXHAUSTED", { details: [delay, help] }), ["native", "details", "0"], ["retryAfterSeconds"]),
  [
    ["body", "error", "details", 1],
    ["body", "error", "details"],
  ],
);

row(
  "the words of an error stand in its object",
  places(said(429, "RESOURCE_EXHAUSTED"), ["message"], ["kind"], ["native", "code"], ["native", "status"]),
  [
    ["body", "error", "message"],
    ["body", "error", "status"],
    ["body", "error", "code"],
    ["body", "error", "status"],
  ],
);
row("an error that is a text is all that is said", places({ error: "no" }, ["message"], ["kind"]), [["body", "error"], ["status"]]);
row("a foreign message stands where it is", places({ detail: "no" }, ["message"]), [["body", "detail"]]);
row("a conflict has a name at the vendor", write({ kind: "conflict", status: 409 }, "vendor"), reply(409, "ABORTED"));
row("a stream that broke off is another error", write({ kind: "truncated-stream", status: 502 }), {
  ...reply(502, "INTERNAL_ERROR"),
  issues: ['approximated.error kind warning from "truncated-stream" to "bad-gateway"'],
});
row("the details of another style are left out", write({ native: { style: "messages", type: "odd", details: { a: 1 } } }), {
  ...reply(500, "INTERNAL_ERROR"),
  issues: ["dropped.field native.details.a info"],
});
