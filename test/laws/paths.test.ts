/**
 * Every issue stands where something stands, at a node of the document that was passed in or at a field that this node lacks,
 * and says what it has to say in a sentence.
 */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { formatPath, type Issue } from "../../src/core/issue.js";
import type { BaseProfile, StyleName } from "../../src/model/common.js";
import { styleNames } from "../../src/style-lists.js";
import { validateError, validateRequest, validateResponse } from "../../src/validate.js";
import { wireDocument } from "../arbitraries/index.js";
import { type Document, KINDS, documents as known } from "../support/documents.js";
import { isLong, runs } from "../support/runs.js";
import { allHold, type Verdict } from "../support/verdict.js";
import { errorInput, translate } from "./translation.js";

const profiles: readonly BaseProfile[] = ["gateway", "vendor"];

/** Answers with a value where nothing can stand. */
const EMPTIED: readonly Document[] = [
  { name: "a choice that is null", kind: "response", style: "chat-completions", body: { choices: [null] } },
  { name: "a candidate that is null", kind: "response", style: "generate-content", body: { candidates: [null] } },
];

/** Those that somebody wrote, and others. */
function documents(kind: Document["kind"]): readonly Document[] {
  return [
    ...known(kind),
    ...EMPTIED.filter((document) => document.kind === kind),
    ...styleNames.flatMap((style) => fc.sample(wireDocument(style, kind), runs(100))),
  ];
}

/** The last step may name what is missing; where a default was used, that may be a field of something that is missing as well. */
function standsIn(document: unknown, { code, path }: Issue): boolean {
  let node = document;
  for (const [depth, step] of path.entries()) {
    // A field that is null is one that is missing.
    if (node === null) return code.startsWith("defaulted.");
    if (typeof node !== "object" || Array.isArray(node) !== (typeof step === "number")) return false;
    if (!Object.hasOwn(node, step)) return depth === path.length - 1 || code.startsWith("defaulted.");
    node = Reflect.get(node, step);
  }
  return true;
}

function strays(document: Document, issues: readonly Issue[], where: string): Verdict {
  if (issues.length === 0) return undefined;
  const passed = document.kind === "error" ? errorInput(document.body) : document.body;
  return issues
    .filter((issue) => !standsIn(passed, issue))
    .map(({ code, path }) => `${document.name} ${where}: ${code} at ${formatPath(path)}`);
}

/** Fields that a sentence says the target lacks, by another name than they have at the issue's path. */
function misnamed(issues: readonly Issue[], where: string): string[] {
  return issues.flatMap(({ message, path }) => {
    const field = /(?:has no|takes|takes no) `([^`]*)`/.exec(message)?.[1];
    const dotted = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
    const isNamed = [dotted, dotted.replace(/(?:\[\d+\])+$/, "")].some((place) => place.endsWith(`.${field}`));
    return field === undefined || isNamed ? [] : [`${where} at ${formatPath(path)}: ${message}`];
  });
}

/** A capital, a name or a number, and an end. */
const SENTENCE = /^[A-Z`"0-9'“]?.{6,}[.?]$/s;

function mumbled(issues: readonly Issue[]): string[] {
  return issues.filter(({ message }) => !SENTENCE.test(message)).map(({ code, message }) => `${code}: ${message}`);
}

/** What one call tells more than once. */
function repeated({ name }: Document, issues: readonly Issue[], where: string, words: (issue: Issue) => string = () => ""): string[] {
  const places = issues.map((issue) => `${name} ${where}: ${issue.code} ${issue.rule ?? ""} at ${formatPath(issue.path)} ${words(issue)}`);
  return places.filter((place, index) => places.indexOf(place) !== index);
}

function findings({ kind, style, body, path }: Document, profile: BaseProfile): readonly Issue[] {
  const options = { style, profile, ...(path === undefined ? {} : { path }) };
  if (kind === "request") return validateRequest(body, options).issues;
  return kind === "response" ? validateResponse(body, options).issues : validateError(errorInput(body), options).issues;
}

const others = (from: StyleName) => styleNames.filter((to) => to !== from);

for (const kind of KINDS)
  describe(`every issue of every ${kind}`, () => {
    const translated: Verdict[] = [];
    const validated: Verdict[] = [];
    const told: Issue[] = [];
    const twice: string[] = [];
    const wrong: string[] = [];
    beforeAll(
      () => {
        for (const document of documents(kind))
          for (const profile of profiles) {
            const found = findings(document, profile);
            validated.push(strays(document, found, `validated (${profile})`));
            for (const issue of found) told.push(issue);
            twice.push(...repeated(document, found, `validated (${profile})`));
            for (const to of others(document.style)) {
              const { issues } = translate(document, { to, profile });
              translated.push(strays(document, issues, `→ ${to} (${profile})`));
              for (const issue of issues) told.push(issue);
              wrong.push(...misnamed(issues, `${document.name} → ${to} (${profile})`));
              // Several fields may be written for the same place, and are lost one by one.
              twice.push(...repeated(document, issues, `→ ${to} (${profile})`, ({ message }) => message));
            }
          }
      },
      isLong ? 3_600_000 : 60_000,
    );

    it("has a path into the document, when translated", () => allHold(translated, 0.5));

    it("has a path into the document, when validated", () => allHold(validated, 0.2));

    it("names what the target lacks as the document has it", () => expect(wrong.slice(0, 20)).toEqual([]));

    it("is told once by each call", () => expect(twice).toEqual([]));

    it("is a sentence, whoever tells it", () => {
      expect(told.length).toBeGreaterThan(500);
      expect([...new Set(mumbled(told))]).toEqual([]);
    });
  });
