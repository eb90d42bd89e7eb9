/** Law 1: any value in, an answer out. */
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { collectStream, createStreamTranslator, parseJson, parseRoute, translateRequest, translateRequestBytes } from "../../src/index.js";
import { styleNames } from "../../src/style-lists.js";
import { wireDocument } from "../arbitraries/index.js";
import { documents, KINDS } from "../support/documents.js";
import { leaves, replaced } from "../support/leaves.js";
import { isLong, runs } from "../support/runs.js";
import { everything, oddValues, path } from "./totality.js";

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
describe("any value in, an answer out", () => {
  oddValues(styleNames.flatMap((from) => styleNames.map((to) => [from, to] as const)));

  it(
    "takes a small graph of shared references, which walks like an endless tree",
    () => {
      let node: unknown = "x";
      for (let depth = 0; depth < 60; depth++) node = [node, node];
      const body: unknown = { model: "m", messages: node, contents: node };
      for (const from of styleNames) expect(translateRequest(body, { from, to: "messages", path }).issues).toBeDefined();
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
        fc.array(fc.nat({ max: 0x10ffff })).map((points) => new TextEncoder().encode(`data: ${String.fromCodePoint(...points)}\n\n`)),
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
