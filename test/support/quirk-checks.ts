/** The quirks of servers and clients: each has a fixture that comes out otherwise without it. */
import { expect, test, vi } from "vitest";
import {
  createStreamTranslator,
  type ErrorInput,
  type Issue,
  type TranslateOptions,
  translateError,
  translateRequest,
  translateResponse,
} from "../../src/index.js";
import { type Fixture, fixtures, readText, styleNames } from "./fixtures.js";
import { type Listed, namesOf } from "./quirk-page.js";

/** What a document becomes in the other styles, with the codes of the findings. */
function outcomes(text: string, { style, kind }: Fixture): readonly unknown[] {
  return styleNames.filter((name) => name !== style).map((to) => outcome(text, kind, { from: style, to, report: "all" }));
}

const codes = (issues: readonly Issue[]) => issues.map(({ code }) => code).sort();

function outcome(text: string, kind: Fixture["kind"], options: TranslateOptions): unknown {
  if (kind === "stream") {
    const translator = createStreamTranslator(options);
    const bytes = [translator.push(new TextEncoder().encode(text)), translator.end()];
    return [...bytes.map((piece) => new TextDecoder().decode(piece)), ...codes(translator.issues)];
  }
  const document: unknown = JSON.parse(text);
  if (kind === "error") return translateError(errorOf(document), options).value;
  const result = kind === "request" ? translateRequest(document, options) : translateResponse(document, options);
  return [result.ok && result.value, ...codes(result.issues)];
}

function errorOf(document: unknown): ErrorInput {
  if (typeof document !== "object" || document === null || !("body" in document)) throw new Error("This is no error answer.");
  return { body: document.body, status: "status" in document && typeof document.status === "number" ? document.status : null };
}

export function checkQuirk({ style, name, quirk }: Listed): void {
  const documents = fixtures().filter((fixture) => fixture.scenario === quirk.fixture && fixture.style === style);

  test(`${style}: ${name} changes what its fixture becomes`, () => {
    expect(documents, `${name}: fixtures/${quirk.fixture}`).not.toEqual([]);
    const texts = documents.map(({ file }) => readText(file));
    const all = (change = (text: string) => text) => documents.map((fixture, index) => outcomes(change(texts[index] ?? ""), fixture));
    if ("rewrite" in quirk) {
      const read = all();
      vi.spyOn(quirk, "rewrite").mockImplementation((given: unknown) => given);
      const unread = all();
      vi.restoreAllMocks();
      expect(unread).not.toEqual(read);
      return;
    }
    const words = namesOf(quirk.words);
    // The longest: `status_code`, where the reply has a `status` of its own.
    const shown = words.toSorted((a, b) => b.length - a.length).find((word) => texts.some((text) => text.includes(word))) ?? "";
    expect(shown).not.toBe("");
    const replaced = (word: string) => all((text) => text.replace(shown, word));
    const unread = replaced(/^\d+$/.test(shown) ? "77777" : "nobodys_word");
    for (const word of words) expect(replaced(word), word).not.toEqual(unread);
  });
}
