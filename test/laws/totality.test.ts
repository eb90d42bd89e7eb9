/** Law 1: any value in, an answer out. */
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import {
  collectStream,
  createEventTranslator,
  createExchange,
  createStreamTranslator,
  parseJson,
  parseRoute,
  streamResponse,
  translateError,
  translateRequest,
  translateRequestBytes,
  translateResponse,
  validateError,
  validateRequest,
  validateResponse,
} from "../../src/index.js";
import { styleNames, styles } from "../../src/registry.js";
import { wireDocument } from "../arbitraries/index.js";
import { documents, KINDS } from "../support/documents.js";
import { leaves, replaced } from "../support/leaves.js";
import { isLong, runs } from "../support/runs.js";

const LONG = 14_400_000;

/** A third of a million of each of the three properties, in the long run. */
const THIRD = 333_334;
let cases = 0;
let seed = 0;
function counted(few: number) {
  const parameters = runs(few, THIRD);
  cases += parameters.numRuns;
  seed = parameters.seed;
  return parameters;
}
afterAll(() => {
  // A million that nobody can try again proves little.
  if (isLong) console.info(`totality: ${cases} cases, INTERLINGUA_SEED=${seed}`);
});
const path = "/v1beta/models/gemini-2.5-flash:generateContent";

/** Every public function that takes a body, on one value, in one direction. None may throw. */
function everything(body: unknown, from: (typeof styleNames)[number], to: (typeof styleNames)[number]): void {
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

function statusOf(style: (typeof styleNames)[number], input: unknown): number {
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

describe("any value in, an answer out", () => {
  for (const [name, make] of odd)
    it(
      `takes ${name}`,
      () => {
        for (const from of styleNames) for (const to of styleNames) everything(make(), from, to);
        for (const style of styleNames)
          for (const input of [make(), { status: make(), body: make(), headers: make() }])
            expect(statusOf(style, input)).toBeGreaterThanOrEqual(400);
        expect(Reflect.get({}, "polluted")).toBeUndefined();
      },
      LONG,
    );

  it(
    "takes a small graph of shared references, which walks like an endless tree",
    () => {
      let node: unknown = "x";
      for (let depth = 0; depth < 60; depth++) node = [node, node];
      for (const from of styleNames)
        expect(translateRequest({ model: "m", messages: node, contents: node }, { from, to: "messages", path }).issues).toBeDefined();
      everything({ model: "m", messages: node }, "messages", "chat-completions");
    },
    LONG,
  );

  it(
    "takes any JSON and any JavaScript value",
    () => {
      const value = fc.oneof(
        fc.jsonValue({ maxDepth: 4 }),
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withNullPrototype: true,
          withObjectString: true,
          withSparseArray: true,
          withTypedArray: true,
        }),
      );
      fc.assert(
        fc.property(value, fc.constantFrom(...styleNames), fc.constantFrom(...styleNames), (body, from, to) => everything(body, from, to)),
        counted(300),
      );
    },
    LONG,
  );

  it(
    "takes real and generated documents with anything in any place",
    () => {
      const known = KINDS.flatMap((kind) => documents(kind));
      const document = fc.oneof(
        fc.constantFrom(...known),
        ...styleNames.flatMap((style) => KINDS.map((kind) => wireDocument(style, kind))),
      );
      const junk = fc.oneof(
        fc.constantFrom<unknown>(null, undefined, "", [], {}, -1, 1.5, true, "x", [[]], [null], { type: "text" }, "\ud800"),
        fc.jsonValue({ maxDepth: 2 }),
      );
      fc.assert(
        fc.property(document, fc.constantFrom(...styleNames), fc.nat(), fc.nat({ max: 3 }), junk, ({ style, body }, to, at, up, value) => {
          const all = leaves(body);
          const leaf = all[at % Math.max(1, all.length)]?.path ?? [];
          everything(replaced(body, leaf.slice(0, Math.max(0, leaf.length - up)), value), style, to);
        }),
        counted(500),
      );
    },
    LONG,
  );

  it(
    "takes any bytes and any text",
    () => {
      const bytes = fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.string({ unit: "binary" }).map((text) => new TextEncoder().encode(`data: ${text}\n\n`)),
        fc.json().map((text) => new TextEncoder().encode(`data: ${text}\n\n`)),
      );
      fc.assert(
        fc.property(bytes, fc.constantFrom(...styleNames), fc.constantFrom(...styleNames), (input, from, to) => {
          const translator = createStreamTranslator({ from, to });
          translator.push(input);
          translator.end();
          collectStream(input, { style: from });
          parseJson(input, { style: from });
          translateRequestBytes(input, { from, to, path });
          parseRoute(String(input[0]), String.fromCharCode(...input));
        }),
        counted(300),
      );
    },
    LONG,
  );
});
