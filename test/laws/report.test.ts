/** What `report: "losses"` leaves out, and that it changes nothing else. */
import { describe, expect, test } from "vitest";
import {
  collectStream,
  createEventTranslator,
  createExchange,
  createStreamTranslator,
  type Issue,
  type ReportOptions,
  streamResponse,
  translateError,
  translateRequest,
  translateRequestBytes,
  translateResponse,
} from "../../src/index.js";
import { KINDS, ownDocuments } from "../support/documents.js";
import { fixtures, readText, styleNames } from "../support/fixtures.js";
import { run } from "../support/streams.js";
import { expectEqual } from "../support/verdict.js";
import { eventsOf } from "./stream-loss.js";
import { errorInput } from "./translation.js";

interface Outcome {
  readonly value: unknown;
  readonly issues: readonly Issue[];
}
type Call = (report: ReportOptions) => Outcome;

const UNNOTICED: readonly string[] = ["synthesized.id", "synthesized.created", "defaulted.other"];
const changesSomething = ({ loss, code }: Issue) => loss !== "equivalent" && !UNNOTICED.includes(code);

const hasError = (issues: readonly Issue[]) => issues.some(({ severity }) => severity === "error");

const outcome = (result: { readonly ok: boolean; readonly value?: unknown; readonly issues: readonly Issue[] }): Outcome => ({
  value: result.ok ? JSON.stringify(result.value) : undefined,
  issues: result.issues,
});

function* documentCalls(): Generator<readonly [string, Call]> {
  for (const { name, kind, style: from, body, path = "/v1beta/models/m:generateContent" } of KINDS.flatMap(ownDocuments))
    for (const to of styleNames) {
      const title = `${name} into ${to}`;
      if (kind === "error") yield [title, (report) => outcome(translateError(errorInput(body), { from, to, ...report }))];
      if (kind === "response") {
        yield [title, (report) => outcome(translateResponse(body, { from, to, ...report }))];
        if (to === from) yield [`${name} streamed`, (report) => outcome(streamResponse(body, { style: from, ...report }))];
      }
      if (kind !== "request") continue;
      const bytes = new TextEncoder().encode(JSON.stringify(body));
      const at = from === "generate-content" ? path : { "chat-completions": "/v1/chat/completions", messages: "/v1/messages" }[from];
      yield [title, (report) => outcome(translateRequest(body, { from, to, path, ...report }))];
      yield [`${title} as bytes`, (report) => outcome(translateRequestBytes(bytes, { from, to, path, ...report }))];
      yield [
        `${title} in an exchange`,
        (report) => {
          const opened = createExchange({ path: at, body }, { to, ...report });
          return { value: opened.ok ? opened.value.upstream : undefined, issues: opened.issues };
        },
      ];
    }
}

function* streamCalls(): Generator<readonly [string, Call]> {
  for (const { name, kind, style: from, file } of fixtures()) {
    if (kind !== "stream") continue;
    const text = readText(file);
    yield [name, (report) => outcome(collectStream(text, { style: from, ...report }))];
    for (const to of styleNames) {
      const title = `${name} into ${to}`;
      yield [
        title,
        (report) => {
          const result = run(createStreamTranslator({ from, to, ...report }), [text]);
          return { value: result.text, issues: result.issues };
        },
      ];
      yield [
        `${title}, event by event`,
        (report) => {
          const translator = createEventTranslator({ from, to, ...report });
          const steps = [...eventsOf(text).map((event) => translator.push(event)), translator.end()];
          return { value: JSON.stringify(steps.map(({ events }) => events)), issues: steps.flatMap(({ issues }) => issues) };
        },
      ];
    }
  }
}

describe("what is reported by default is all but what changes nothing, and what comes out is the same", () => {
  for (const [kind, calls] of [
    ["documents", [...documentCalls()]],
    ["streams", [...streamCalls()]],
  ] as const)
    test(`of ${kind}`, () => {
      let left = 0;
      for (const [title, call] of calls) {
        const all = call({ report: "all", maxIssues: Number.POSITIVE_INFINITY });
        const expected = { value: all.value, issues: all.issues.filter(changesSomething) };
        expectEqual(call({}), expected, title);
        expectEqual(call({ report: "losses" }), expected, title);
        left += all.issues.length - expected.issues.length;
      }
      expect(left).toBeGreaterThan(0);
    });
});

describe("beyond `maxIssues` findings are counted, and what comes out is the same", () => {
  for (const [kind, calls] of [
    ["documents", [...documentCalls()]],
    ["streams", [...streamCalls()]],
  ] as const)
    test(`of ${kind}`, () => {
      let counted = 0;
      for (const [title, call] of calls) {
        const all = call({ report: "all", maxIssues: Number.POSITIVE_INFINITY });
        const { value, issues } = call({ report: "all", maxIssues: 1 });
        expectEqual(value, all.value, title);
        const listed = issues.filter(({ code }) => code !== "issues.more");
        expect(hasError(listed), title).toBe(hasError(all.issues));
        // An error takes the place of what is none, but where that was given already.
        expect(listed.length, title).toBeLessThanOrEqual(title.endsWith("event by event") && hasError(listed) ? 2 : 1);
        if (all.issues.length === listed.length) continue;
        expect(issues.at(-1), title).toMatchObject({ code: "issues.more", limit: 1, more: expect.any(Number) });
        // Behind an error nobody counts.
        const total = listed.length + (issues.at(-1)?.more ?? 0);
        if (hasError(listed)) expect(total, title).toBeLessThanOrEqual(all.issues.length);
        else expect(total, title).toBe(all.issues.length);
        counted++;
      }
      expect(counted).toBeGreaterThan(0);
    });
});
