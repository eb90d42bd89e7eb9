/** Law 1: any value in, an answer out. */
import { expect, it } from "vitest";
import {
  createEventTranslator,
  createExchange,
  streamResponse,
  translateError,
  translateRequest,
  translateResponse,
  validateError,
  validateRequest,
  validateResponse,
} from "../../src/index.js";
import type { StyleName } from "../../src/model/common.js";
import { styles } from "../../src/style-lists.js";

const LONG = 14_400_000;
export const path = "/v1beta/models/gemini-2.5-flash:generateContent";

/** Every public function that takes a body, on one value, in one direction. None may throw. */
export function everything(body: unknown, from: StyleName, to: StyleName): void {
  for (const profile of ["gateway", "vendor"] as const) {
    translateRequest(body, { from, to, path, profile });
    translateResponse(body, { from, to, profile });
    translateResponse(body, { from, to, profile, model: "other" });
    translateError({ status: 500, body }, { from, to, profile });
    const events = createEventTranslator({ from, to, profile });
    events.push(body);
    events.end();
    validateRequest(body, { style: from, path, profile, strict: profile === "vendor" });
    validateResponse(body, { style: from, profile });
    validateError({ status: 500, body }, { style: from, profile });
    streamResponse(body, { style: from });
    createExchange({ path: "/v1/messages", body }, { to, profile });
  }
}

function statusOf(style: StyleName, input: unknown): number {
  // @ts-expect-error what came as an error answer may be anything
  return styles[style].error.decode(input).value.status;
}

const odd: [string, () => unknown][] = [
  ["undefined", () => undefined],
  ["null", () => null],
  ["NaN", () => Number.NaN],
  ["a BigInt", () => ({ messages: 1n })],
  ["a function", () => () => 1],
  ["a symbol", () => Symbol("s")],
  ["a date", () => ({ model: new Date(0) })],
  ["a map", () => new Map()],
  [
    "a cycle",
    () => {
      const loop: Record<string, unknown> = { model: "m" };
      loop.messages = [loop];
      return loop;
    },
  ],
  [
    "a getter that throws",
    () => ({
      model: "m",
      get messages() {
        throw new Error("no");
      },
    }),
  ],
  [
    "a getter that throws the second time",
    () => {
      let reads = 0;
      return {
        model: "m",
        get messages() {
          if (reads++ > 0) throw new Error("no");
          return [{ role: "user", content: "a" }];
        },
      };
    },
  ],
  [
    "a proxy that was revoked",
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    },
  ],
  [
    "a proxy that has nothing and refuses to give it",
    () =>
      new Proxy(
        {},
        {
          get() {
            throw new Error("no");
          },
        },
      ),
  ],
  [
    "a proxy that refuses everything",
    () =>
      new Proxy(
        {},
        {
          get() {
            throw new Error("no");
          },
          ownKeys() {
            throw new Error("no");
          },
          getPrototypeOf() {
            throw new Error("no");
          },
        },
      ),
  ],
  ["20 000 nested arrays", () => JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`)],
  [
    "20 000 nested arrays in a message",
    () => ({ model: "m", max_tokens: 1, messages: [{ role: "user", content: JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`) }] }),
  ],
  [
    "an own __proto__ key",
    () => JSON.parse('{"model":"m","__proto__":{"polluted":true},"messages":[{"role":"user","content":"a","__proto__":{"x":1}}]}'),
  ],
  ["lone surrogates", () => ({ model: "\ud800", messages: [{ role: "user", content: "\udc00" }] })],
  // biome-ignore lint/suspicious/noSparseArray: the hole is the point
  ["a sparse array", () => ({ model: "m", messages: [, { role: "user", content: "a" }] })],
  ["a null prototype", () => Object.assign(Object.create(null), { model: "m", messages: [{ role: "user", content: "a" }] })],
  ["numbers too large", () => ({ model: "m", max_tokens: 1e308, messages: [{ role: "user", content: "a" }] })],
];

/** What no parser gives, and what is too deep or too odd to be walked. */
export function oddValues(directions: readonly (readonly [from: StyleName, to: StyleName])[]): void {
  for (const [name, make] of odd)
    it(
      `takes ${name}`,
      () => {
        for (const [from, to] of directions) everything(make(), from, to);
        for (const [style] of directions)
          for (const input of [make(), { status: make(), body: make(), headers: make() }])
            expect(statusOf(style, input)).toBeGreaterThanOrEqual(400);
        expect(Reflect.get({}, "polluted")).toBeUndefined();
      },
      LONG,
    );
}
