import type { CanonicalError, ErrorKind } from "../../../src/model/error.js";
import type { BaseProfile, Json } from "../../../src/model/index.js";
import { error } from "../../../src/styles/messages/error.js";
import { lazy, row } from "../../support/issue-rows.js";

/** Everything that an error says, with what cannot be carried over. */
const read = (body: Json, status?: number, headers: Record<string, string> = {}) => {
  const { value, issues } = error.decode({ ...(status === undefined ? {} : { status }), body, headers });
  return { ...value, issues };
};
const said = (type: string, message: Json = "no", more: Record<string, Json> = {}) => ({
  type: "error",
  error: { type, message, ...more },
});
const within = (inner: Json) => said("api_error", JSON.stringify(inner));
const write = lazy((some: Partial<CanonicalError>, profile: BaseProfile = "gateway") => {
  const { value, issues } = error.encode({ kind: "internal", status: 500, message: "no", retryable: true, ...some }, { profile });
  return { ...value, issues };
});

/** What is read of an error. */
const failure = (kind: ErrorKind, status: number, native?: object, message = "no") => ({
  ...{ kind, status, message, retryable: !["invalid-request", "authentication"].includes(kind) },
  ...(native === undefined ? {} : { native: { style: "messages", ...native } }),
});
const reply = (status: number, type: string) => ({ status, body: { type: "error", error: { type, message: "no" } }, headers: {} });
row(
  "an array of one error loses nothing",
  () => read([said("rate_limit_error")], 429),
  failure("rate-limit", 429, { type: "rate_limit_error" }),
);
row("an array of something else is a text", () => read(["a", "b"], 429), failure("rate-limit", 429, undefined, '["a","b"]'));
row("errors in errors are read down to the fourth", () => read(within(within(within(within(within(said("rate_limit_error")))))), 429), {
  ...failure("internal", 429, { type: "api_error" }, '{"type":"error","error":{"type":"rate_limit_error","message":"no"}}'),
  issues: ["approximated.error body.error.message warning", 'conflict.resolved status info from 429 to "internal"'],
});
row(
  "a message of more than a hundred thousand characters is no error body",
  () => read(within(said("rate_limit_error", "x".repeat(100_000))), 500).kind,
  "internal",
);
row(
  "a message that does not begin with an object is a message",
  () => read(said("api_error", ` ${JSON.stringify(said("rate_limit_error"))}`), 500),
  failure("internal", 500, { type: "api_error" }, ' {"type":"error","error":{"type":"rate_limit_error","message":"no"}}'),
);
row(
  "a message that holds another object is a message",
  () => read(said("api_error", '{"a":1}'), 500),
  failure("internal", 500, { type: "api_error" }, '{"a":1}'),
);
row("no message is told by the status", () => read(said("api_error", null), 500), {
  ...failure("internal", 500, { type: "api_error" }, "The service reported an error: 500 Internal Server Error."),
  issues: ['defaulted.other body.error.message info to "The service reported an error: 500 Internal Server Error."'],
});
row("of a long page the start becomes the message", () => read("x".repeat(501), 502).issues, ["approximated.error body warning limit 500"]);
row("a page of five hundred characters is told whole", () => read("x".repeat(500), 502).issues, []);
row(
  "details without a type are kept",
  () => read({ type: "error", error: { message: "no", details: { a: 1 } } }, 400),
  failure("invalid-request", 400, { details: { a: 1 } }),
);
row(
  "an error without type and details has nothing of its own",
  () => read({ type: "error", error: { message: "no" } }, 400),
  failure("invalid-request", 400),
);
row(
  "the id of the request is read from the header of the service",
  () => read(said("api_error"), 500, { "Request-Id": "r1", "x-request-id": "r2" }),
  { ...failure("internal", 500, { type: "api_error" }), requestId: "r1" },
);
row(
  "the id of the request is read from the header of a gateway",
  () => read(said("api_error"), 500, { "x-request-id": "r2" }).requestId,
  "r2",
);
row("a code beside another status is left out", () => read({ error: { message: "no", code: 429 } }, 500), {
  ...failure("internal", 500),
  issues: ["dropped.field body.error.code info"],
});
row("a code is the status where there is none", () => read({ error: { message: "no", code: 429 } }), failure("rate-limit", 429));
row("a code that is no status is left out", () => read(said("api_error", "no", { code: 600 }), 500).issues, [
  "dropped.field body.error.code info",
]);
row("a status that the kind does not have is replaced", write({ kind: "quota-exceeded", status: 402 }), {
  ...reply(403, "quota_exceeded"),
  issues: ["approximated.error status warning from 402 to 403"],
});
row(
  "the details of another style are left out",
  write({ native: { style: "chat-completions", type: "server_error", code: "x", details: { a: 1 } } }),
  { ...reply(500, "internal_server_error"), issues: ["dropped.field native.details.a info"] },
);
row(
  "a kind without a type of its own is told by its status",
  write({ kind: "not-implemented", status: 501 }, "vendor"),
  reply(501, "api_error"),
);
row("a stream that broke off is an internal error", write({ kind: "truncated-stream", status: 502 }), {
  ...reply(502, "internal_server_error"),
  issues: ['approximated.error kind warning from "truncated-stream" to "bad-gateway"'],
});
row("a client's status without a row is kept", write({ kind: "invalid-request", status: 451 }), reply(451, "invalid_request_error"));
row("a server's status without a row is kept", write({ status: 599 }), reply(599, "internal_server_error"));
row("a status of another kind is not kept", write({ kind: "invalid-request", status: 500 }), {
  ...reply(400, "invalid_request_error"),
  issues: ["approximated.error status warning from 500 to 400"],
});
row("a kind that has its rows keeps to them", write({ kind: "rate-limit", status: 499 }), {
  ...reply(429, "rate_limit_error"),
  issues: ["approximated.error status warning from 499 to 429"],
});
row(
  "the words of this style and its status are written as they are",
  write({ status: 520, requestId: "r", native: { style: "messages", type: "odd", details: [1] } }),
  { status: 520, body: { type: "error", error: { type: "odd", message: "no", details: [1] }, request_id: "r" }, headers: {} },
);
