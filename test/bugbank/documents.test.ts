/**
 * Documents that other projects made mistakes with, and all that becomes of each here: `fixtures/*.json` beside this file.
 * `UPDATE_FIXTURES=1` writes what becomes of them anew; read the difference, for it is a claim about what is right.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  collectStream,
  createEventTranslator,
  createStreamTranslator,
  type StyleName,
  streamResponse,
  type TranslateOptions,
  translateError,
  translateRequest,
  translateResponse,
  validateRequest,
} from "../../src/index.js";
import { inLines } from "../support/issue-rows.js";

type Options = TranslateOptions & { readonly style: StyleName };

interface Step {
  readonly call: string;
  readonly given: unknown;
  readonly options: Options;
  gives?: unknown;
}

/** What is given is a document, or a list of the events or texts of a stream. */
const CALLS: Readonly<Record<string, (given: unknown, options: Options) => unknown>> = {
  translateRequest: (given, options) => translateRequest(given, options),
  translateResponse: (given, options) => translateResponse(given, options),
  translateError: (given, options) => translateError({ status: 0, body: "", ...Object(given) }, options),
  validateRequest: (given, options) => validateRequest(given, options),
  streamResponse: (given, options) => streamResponse(given, options),
  collectStream: (given, options) => collectStream(String(given), options),
  events: (given, options) => {
    const translator = createEventTranslator(options);
    return [...listOf(given).map((event) => translator.push(event)), translator.end()];
  },
  stream: (given, options) => {
    const translator = createStreamTranslator(options);
    const bytes = [...listOf(given).map((text) => translator.push(String(text))), translator.end()];
    return { texts: bytes.map((piece) => new TextDecoder().decode(piece)), issues: translator.issues };
  },
};

const listOf = (given: unknown): readonly unknown[] => (Array.isArray(given) ? given : []);

/** A document a line. */
function printed(cases: Readonly<Record<string, readonly Step[]>>): string {
  const lines = Object.entries(cases).map(([name, steps]) => {
    const members = steps.map((step) => Object.entries(step).map(([key, value]) => `    "${key}": ${JSON.stringify(value)}`));
    return `  ${JSON.stringify(name)}: [{\n${members.map((each) => each.join(",\n")).join("\n  }, {\n")}\n  }]`;
  });
  return `{\n${lines.join(",\n")}\n}\n`;
}

const folder = join(import.meta.dirname, "fixtures");
for (const file of readdirSync(folder)) {
  const cases: Readonly<Record<string, readonly Step[]>> = JSON.parse(readFileSync(join(folder, file), "utf8"));
  describe(file, () => {
    it.each(Object.entries(cases))("%s", (_name, steps) => {
      for (const step of steps) {
        const gives = JSON.parse(JSON.stringify(inLines(CALLS[step.call]?.(step.given, step.options))));
        if (process.env.UPDATE_FIXTURES === "1") step.gives = gives;
        expect(gives).toEqual(step.gives);
      }
      if (process.env.UPDATE_FIXTURES === "1") writeFileSync(join(folder, file), printed(cases));
    });
  });
}
