import type { CanonicalError } from "../../../src/model/error.js";
import type { Json, Profile } from "../../../src/model/index.js";
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
const write = lazy((some: Partial<CanonicalError>, profile: Profile = "gateway") => {
  const { value, issues } = error.encode({ kind: "internal", status: 500, message: "no", retryable: true, ...some }, { profile });
  return { ...value, issues };
});

row("the first of several errors counts", () => read([said("rate_limit_error"), said("api_error")], 429), {
  kind: "rate-limit",
  status: 429,
  message: "no",
  retryable: true,
  native: { style: "messages", type: "rate_limit_error" },
  issues: ["dropped.field body info"],
});
row("an array of one error loses nothing", () => read([said("rate_limit_error")], 429), {
  kind: "rate-limit",
  status: 429,
  message: "no",
  retryable: true,
  native: { style: "messages", type: "rate_limit_error" },
});
row("an array of something else is a text", () => read(["a", "b"], 429), {
  kind: "rate-limit",
  status: 429,
  message: '["a","b"]',
  retryable: true,
});
row("a status that is no error's is replaced", () => read(said("rate_limit_error"), 200), {
  kind: "rate-limit",
  status: 429,
  message: "no",
  retryable: true,
  native: { style: "messages", type: "rate_limit_error" },
  issues: ["approximated.error status warning from 200 to 429"],
});
row("a type that contradicts the status counts", () => read(said("rate_limit_error"), 400), {
  kind: "rate-limit",
  status: 400,
  message: "no",
  retryable: true,
  native: { style: "messages", type: "rate_limit_error" },
  issues: ['conflict.resolved status info from 400 to "rate-limit"'],
});
row("a type of its own is told as a kind", () => read(said("teapot"), 418), {
  kind: "invalid-request",
  status: 418,
  message: "no",
  retryable: false,
  native: { style: "messages", type: "teapot" },
  issues: ['approximated.error body.error.type warning from "teapot" to "invalid-request"'],
});
row("errors in errors are read down to the third", () => read(within(within(within(within(said("rate_limit_error"))))), 429), {
  kind: "internal",
  status: 429,
  message: '{"type":"error","error":{"type":"rate_limit_error","message":"no"}}',
  retryable: true,
  native: { style: "messages", type: "api_error" },
  issues: ['conflict.resolved status info from 429 to "internal"'],
});
row("three errors in an error are unpacked", () => read(within(within(within(said("rate_limit_error")))), 429), {
  kind: "rate-limit",
  status: 429,
  message: "no",
  retryable: true,
  native: { style: "messages", type: "rate_limit_error" },
  issues: [
    'approximated.error body.error.type warning from "api_error" to "rate-limit"',
    'approximated.error body.error.message warning from "api_error" to "rate-limit"',
    'approximated.error body.error.message warning from "api_error" to "rate-limit"',
  ],
});
row(
  "a message of more than a hundred thousand characters is no error body",
  () => read(within(said("rate_limit_error", "x".repeat(100_000))), 500).kind,
  "internal",
);
row(
  "a message that does not begin with an object is a message",
  () => read(said("api_error", ` ${JSON.stringify(said("rate_limit_error"))}`), 500),
  {
    kind: "internal",
    status: 500,
    message: ' {"type":"error","error":{"type":"rate_limit_error","message":"no"}}',
    retryable: true,
    native: { style: "messages", type: "api_error" },
  },
);
row("a message that holds another object is a message", () => read(said("api_error", '{"a":1}'), 500), {
  kind: "internal",
  status: 500,
  message: '{"a":1}',
  retryable: true,
  native: { style: "messages", type: "api_error" },
});
row("no message is told by the status", () => read(said("api_error", null), 500), {
  kind: "internal",
  status: 500,
  message: "The service reported an error: 500 Internal Server Error.",
  retryable: true,
  native: { style: "messages", type: "api_error" },
  issues: ['defaulted.other body.error.message info to "The service reported an error: 500 Internal Server Error."'],
});
row("a message that is no text is told as JSON", () => read(said("api_error", { a: 1 }), 500), {
  kind: "internal",
  status: 500,
  message: '{"a":1}',
  retryable: true,
  native: { style: "messages", type: "api_error" },
});
row("of a long message that is no text the start is told", () => read(said("api_error", ["x".repeat(600)]), 500).issues, [
  "approximated.error body.error.message warning limit 500",
]);
row("of a long page the start becomes the message", () => read("x".repeat(501), 502).issues, ["approximated.error body warning limit 500"]);
row("a page of five hundred characters is told whole", () => read("x".repeat(500), 502).issues, []);
row("details without a type are kept", () => read({ type: "error", error: { message: "no", details: { a: 1 } } }, 400), {
  kind: "invalid-request",
  status: 400,
  message: "no",
  retryable: false,
  native: { style: "messages", details: { a: 1 } },
});
row("an error without type and details has nothing of its own", () => read({ type: "error", error: { message: "no" } }, 400), {
  kind: "invalid-request",
  status: 400,
  message: "no",
  retryable: false,
});
row(
  "the id of the request is read from the header of the service",
  () => read(said("api_error"), 500, { "Request-Id": "r1", "x-request-id": "r2" }),
  { kind: "internal", status: 500, message: "no", retryable: true, requestId: "r1", native: { style: "messages", type: "api_error" } },
);
row(
  "the id of the request is read from the header of a gateway",
  () => read(said("api_error"), 500, { "x-request-id": "r2" }).requestId,
  "r2",
);
row(
  "fields that nobody knows are left out",
  () => read({ ...said("api_error", "no", { param: "p", code: "c" }), type: "odd", more: 1, none: null }, 500).issues,
  [
    "dropped.field body.more info",
    "dropped.field body.type info",
    "dropped.field body.error.param info",
    "dropped.field body.error.code info",
  ],
);
row("a code beside another status is left out", () => read({ error: { message: "no", code: 429 } }, 500), {
  kind: "internal",
  status: 500,
  message: "no",
  retryable: true,
  issues: ["dropped.field body.error.code info"],
});
row("a code is the status where there is none", () => read({ error: { message: "no", code: 429 } }), {
  kind: "rate-limit",
  status: 429,
  message: "no",
  retryable: true,
});
row("a code that is no status is left out", () => read(said("api_error", "no", { code: 600 }), 500).issues, [
  "dropped.field body.error.code info",
]);
row("a status that the kind does not have is replaced", write({ kind: "quota-exceeded", status: 402 }), {
  status: 403,
  body: { type: "error", error: { type: "quota_exceeded", message: "no" } },
  headers: {},
  issues: ["approximated.error status warning from 402 to 403"],
});
row("a parameter is not named", write({ kind: "invalid-request", status: 400, param: "model" }), {
  status: 400,
  body: { type: "error", error: { type: "invalid_request_error", message: "no" } },
  headers: {},
  issues: ['dropped.field param info from "model"'],
});
row(
  "the details of another style are left out",
  write({ native: { style: "chat-completions", type: "server_error", code: "x", details: { a: 1 } } }),
  {
    status: 500,
    body: { type: "error", error: { type: "internal_server_error", message: "no" } },
    headers: {},
    issues: ["dropped.field native.details.a info"],
  },
);
row("a kind without a type of its own is told by its status", write({ kind: "not-implemented", status: 501 }, "vendor"), {
  status: 501,
  body: { type: "error", error: { type: "api_error", message: "no" } },
  headers: {},
});
row("a stream that broke off is an internal error", write({ kind: "truncated-stream", status: 502 }), {
  status: 502,
  body: { type: "error", error: { type: "internal_server_error", message: "no" } },
  headers: {},
  issues: ['approximated.error kind warning from "truncated-stream" to "bad-gateway"'],
});
row("a client's status without a row is kept", write({ kind: "invalid-request", status: 451 }), {
  status: 451,
  body: { type: "error", error: { type: "invalid_request_error", message: "no" } },
  headers: {},
});
row("a server's status without a row is kept", write({ status: 599 }), {
  status: 599,
  body: { type: "error", error: { type: "internal_server_error", message: "no" } },
  headers: {},
});
row("a status that is no error's is not kept", write({ kind: "invalid-request", status: 399 }), {
  status: 400,
  body: { type: "error", error: { type: "invalid_request_error", message: "no" } },
  headers: {},
  issues: ["approximated.error status warning from 399 to 400"],
});
row("a status above those of errors is not kept", write({ status: 600 }), {
  status: 500,
  body: { type: "error", error: { type: "internal_server_error", message: "no" } },
  headers: {},
  issues: ["approximated.error status warning from 600 to 500"],
});
row("a status of another kind is not kept", write({ kind: "invalid-request", status: 500 }), {
  status: 400,
  body: { type: "error", error: { type: "invalid_request_error", message: "no" } },
  headers: {},
  issues: ["approximated.error status warning from 500 to 400"],
});
row("a kind that has its rows keeps to them", write({ kind: "rate-limit", status: 499 }), {
  status: 429,
  body: { type: "error", error: { type: "rate_limit_error", message: "no" } },
  headers: {},
  issues: ["approximated.error status warning from 499 to 429"],
});
row(
  "the words of this style and its status are written as they are",
  write({ status: 520, requestId: "r", native: { style: "messages", type: "odd", details: [1] } }),
  { status: 520, body: { type: "error", error: { type: "odd", message: "no", details: [1] }, request_id: "r" }, headers: {} },
);
