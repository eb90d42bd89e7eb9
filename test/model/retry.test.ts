import { expect, test } from "vitest";
import { decodeRetryAfter, encodeRetryAfter, encodeRetryInfo, otherRetryHeaders } from "../../src/model/error.js";
import { splitDetails } from "../../src/styles/shared/error.js";

test.each([
  [{ "Retry-After": "12" }, { retryAfterSeconds: 12 }, "12"],
  [{ "retry-after": "1.2" }, { retryAfterSeconds: 1.2 }, "2"],
  [{ "retry-after": "0" }, { retryAfterSeconds: 0 }, "0"],
  [{ "retry-after-ms": "1500", "retry-after": "9" }, { retryAfterSeconds: 1.5 }, "2"],
  [{ "retry-after-ms": "soon", "retry-after": "9" }, { retryAfterSeconds: 9 }, "9"],
  [{ "retry-after": "-1" }, { retryAfterDate: "-1" }, "-1"],
  [{ "retry-after": " " }, {}, undefined],
  [{ date: "5" }, {}, undefined],
])("the headers %o say when to try again", (headers, read, written) => {
  expect(decodeRetryAfter(headers)).toEqual(read);
  expect(encodeRetryAfter(read)).toStrictEqual(written === undefined ? {} : { "retry-after": written });
});

test("a header that says something else than the error does now is named", () => {
  const headers = { "Retry-After": "12", "retry-after-ms": "1500", "x-other": "1" };
  expect(otherRetryHeaders(headers, { retryAfterSeconds: 1.5 }).map(({ code, path }) => [code, ...path])).toEqual([
    ["conflict.resolved", "headers", "Retry-After"],
  ]);
  expect(otherRetryHeaders(headers, { retryAfterSeconds: 12 }).map(({ path }) => path)).toEqual([["headers", "retry-after-ms"]]);
  expect(otherRetryHeaders({ "retry-after": " " }, {})).toEqual([]);
});

test("what a service says among the details of an error is found, and the others stay", () => {
  const info = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "12.5s" };
  expect(encodeRetryInfo(12.5)).toEqual(info);
  const fields = { retryAfterSeconds: ["d"], "native.details.0": ["d", 0], "native.details.1": ["d", 2] };
  expect(splitDetails([info], ["d"])).toEqual({ retryAfterSeconds: 12.5, fields: { retryAfterSeconds: ["d"] } });
  expect(splitDetails([{ a: 1 }, info, "x"], ["d"])).toEqual({ retryAfterSeconds: 12.5, others: [{ a: 1 }, "x"], fields });
  expect(splitDetails([{ "@type": info["@type"], retry_delay: "3s" }], []).retryAfterSeconds).toBe(3);
  expect(splitDetails([{ "@type": info["@type"], retryDelay: "0.250s" }], []).retryAfterSeconds).toBe(0.25);
});

test.each([
  [undefined],
  [{ retryDelay: "1s" }],
  [[{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: 12 }]],
  [[{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "soon" }]],
  [[{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "-12s" }]],
  [[{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "12sec" }]],
  [[{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: ["12s"] }]],
  [[{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "1s", later: 1 }]],
  [[{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", retryDelay: "1s" }]],
])("the details %o do not say when to try again", (details) => {
  expect(splitDetails(details, [])).toEqual({ others: details, fields: {} });
});
