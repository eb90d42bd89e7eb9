/**
 * A file of `fixtures/`, in all directions, against what stands in its `expected/` folder. `UPDATE_FIXTURES=1` writes
 * the expectations anew; read the difference before you keep it, for an expectation is a claim.
 */
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import {
  collectStream,
  createStreamTranslator,
  formatPath,
  type Issue,
  type Profile,
  type StyleName,
  translateError,
  translateRequest,
  translateResponse,
  validateError,
  validateRequest,
  validateResponse,
} from "../../src/index.js";
import { type Fixture, readJson, readText, sidecar, styleNames, writeExpected } from "./fixtures.js";

const update = process.env.UPDATE_FIXTURES === "1";
const profiles = ["gateway", "vendor"] as const;

export function checkFixture(fixture: Fixture): void {
  it(`${fixture.name} becomes what is expected`, () => {
    const outcome = outcomeOf(fixture);
    if (update || !existsSync(fixture.expectedFile)) {
      expect(update, `${fixture.expectedFile} is missing; write it with UPDATE_FIXTURES=1 and read it`).toBe(true);
      writeExpected(fixture.expectedFile, outcome);
    }
    expect(JSON.parse(JSON.stringify(outcome))).toEqual(readJson(fixture.expectedFile));
  });

  it(`${fixture.name} is given back by its own style`, () => {
    expectIdentity(fixture);
  });

  for (const to of styleNames.filter((name) => name !== fixture.style))
    it(`${fixture.name} becomes ${to} that its own rules accept`, () => {
      for (const profile of profiles) expect(faultsOfTarget(fixture, to, profile), profile).toEqual([]);
    });
}

interface RequestFile {
  readonly path?: string;
  readonly body: unknown;
}

/** A generate-content request is `{path, body}`, the others are the body. */
function requestOf({ style, file }: Fixture): RequestFile {
  const value = readJson(file);
  if (style !== "generate-content") return { body: value };
  if (typeof value !== "object" || value === null || !("path" in value) || typeof value.path !== "string" || !("body" in value))
    throw new Error(`${file}: a generate-content request is {"path", "body"}.`);
  return { path: value.path, body: value.body };
}

interface ErrorFile {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

function errorOf({ file }: Fixture): ErrorFile {
  const value: ErrorFile = JSON.parse(readText(file));
  return value;
}

function outcomeOf(fixture: Fixture): unknown {
  const others = styleNames.filter((name) => name !== fixture.style);
  return {
    ...(fixture.kind === "stream" ? { collected: collected(fixture) } : { findings: inBoth((profile) => findings(fixture, profile)) }),
    ...Object.fromEntries(others.map((to) => [to, inBoth((profile) => translated(fixture, to, profile))])),
  };
}

function inBoth(outcome: (profile: Profile) => unknown): unknown {
  const [gateway, vendor] = profiles.map((profile) => outcome(profile));
  return JSON.stringify(gateway) === JSON.stringify(vendor) ? { "both profiles": gateway } : { gateway, vendor };
}

function optionsOf<To extends StyleName>(fixture: Fixture, to: To, profile: Profile) {
  return { from: fixture.style, to, profile, report: "all" as const, ...contextOf(fixture), ...sidecar(fixture, "options") };
}

function contextOf(fixture: Fixture) {
  const context = sidecar(fixture, "context");
  return Object.keys(context).length === 0 ? {} : { context };
}

function translated(fixture: Fixture, to: StyleName, profile: Profile): unknown {
  const options = optionsOf(fixture, to, profile);
  switch (fixture.kind) {
    case "request": {
      const { path, body } = requestOf(fixture);
      const result = translateRequest(body, path === undefined ? options : { ...options, path });
      return result.ok ? { ...result.value, issues: lines(result.issues) } : { refused: lines(result.issues) };
    }
    case "response": {
      const result = translateResponse(readJson(fixture.file), options);
      return result.ok ? { body: result.value, issues: lines(result.issues) } : { refused: lines(result.issues) };
    }
    case "error": {
      const result = translateError(errorOf(fixture), options);
      return { ...result.value, issues: lines(result.issues) };
    }
    case "stream": {
      const { text, issues } = streamed(fixture, to, profile);
      return { text: text.split("\n").filter((line) => line !== ""), issues: lines(issues) };
    }
    default:
      return fixture.kind satisfies never;
  }
}

function streamed(fixture: Fixture, to: StyleName, profile: Profile): { text: string; issues: readonly Issue[] } {
  const translator = createStreamTranslator(optionsOf(fixture, to, profile));
  const decoder = new TextDecoder();
  const text = decoder.decode(translator.push(readText(fixture.file)), { stream: true }) + decoder.decode(translator.end());
  return { text, issues: translator.issues };
}

function collected({ style, file }: Fixture): unknown {
  const result = collectStream(readText(file), { style, report: "all" });
  return result.ok ? { body: result.value, issues: lines(result.issues) } : { refused: lines(result.issues) };
}

function findings(fixture: Fixture, profile: Profile): string[] {
  const { style } = fixture;
  switch (fixture.kind) {
    case "request": {
      const { path, body } = requestOf(fixture);
      return lines(validateRequest(body, { style, profile, ...(path === undefined ? {} : { path }) }).issues);
    }
    case "response":
      return lines(validateResponse(readJson(fixture.file), { style, profile }).issues);
    case "error":
      return lines(validateError(errorOf(fixture), { style, profile }).issues);
    case "stream":
      return [];
    default:
      return fixture.kind satisfies never;
  }
}

/** What the target's own rules say against an output that was given as good. */
function faultsOfTarget(fixture: Fixture, to: StyleName, profile: Profile): string[] {
  const options = optionsOf(fixture, to, profile);
  switch (fixture.kind) {
    case "request": {
      const { path, body } = requestOf(fixture);
      const result = translateRequest(body, path === undefined ? options : { ...options, path });
      return result.ok ? errors(validateRequest(result.value.body, { style: to, profile, path: result.value.path }).issues) : [];
    }
    case "response": {
      const result = translateResponse(readJson(fixture.file), options);
      return result.ok ? errors(validateResponse(result.value, { style: to, profile }).issues) : [];
    }
    case "error":
      return errors(validateError(translateError(errorOf(fixture), options).value, { style: to, profile }).issues);
    case "stream": {
      const result = collectStream(streamed(fixture, to, profile).text, { style: to });
      // A stream that failed or was cut comes out as one: that is no fault of the target.
      return result.ok ? errors(validateResponse(result.value, { style: to, profile }).issues) : errors(result.issues, "stream.");
    }
    default:
      return fixture.kind satisfies never;
  }
}

function expectIdentity(fixture: Fixture): void {
  const options = optionsOf(fixture, fixture.style, "gateway");
  switch (fixture.kind) {
    case "request": {
      const { path, body } = requestOf(fixture);
      const result = translateRequest(body, path === undefined ? options : { ...options, path });
      if (result.issues.some(({ code }) => code === "unportable.signature")) return;
      expect(result.ok && result.value.body).toBe(body);
      expect(result.issues).toEqual([]);
      return;
    }
    case "response": {
      const body = readJson(fixture.file);
      expect(translateResponse(body, options)).toEqual({ ok: true, value: body, issues: [] });
      return;
    }
    case "error": {
      const input = errorOf(fixture);
      const { value } = translateError(input, options);
      expect(value.body).toBe(input.body);
      expect(value.status).toBe(input.status);
      return;
    }
    case "stream":
      // What clients of the style cannot read is written as the style has it.
      if (fixture.scenario === "compatible-stream-error" || fixture.scenario === "compatible-stream-null") return;
      expect(dataOf(streamed(fixture, fixture.style, "gateway").text).slice(0, dataOf(readText(fixture.file)).length)).toEqual(
        dataOf(readText(fixture.file)),
      );
      return;
    default:
      fixture.kind satisfies never;
  }
}

/** The events of a stream as values; how they are framed and printed does not count. */
function dataOf(text: string): unknown[] {
  return text
    .replace(/\r\n?/g, "\n")
    .split("\n\n")
    .map((frame) =>
      frame
        .split("\n")
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5).trimStart())
        .join("\n"),
    )
    .filter((data) => data !== "" && data !== "[DONE]")
    .map((data) => JSON.parse(data));
}

function errors(issues: readonly Issue[], except?: string): string[] {
  return lines(issues.filter(({ severity, code }) => severity === "error" && !(except !== undefined && code.startsWith(except))));
}

/** `warning dropped.field (dropped) at messages[0].name`: what a program can rely on, without the wording. */
function lines(issues: readonly Issue[]): string[] {
  return issues.map(
    ({ severity, code, loss, path }) =>
      `${severity} ${code}${loss === undefined ? "" : ` (${loss})`}${path.length === 0 ? "" : ` at ${formatPath(path)}`}`,
  );
}
