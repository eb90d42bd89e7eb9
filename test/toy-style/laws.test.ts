/** The laws on a style that the library does not know: a style is a folder and a line of the registry. */
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Profile, StyleName } from "../../src/model/common.js";
import type { Document } from "../support/documents.js";

const EDGES = "../../src/edge-registry.js";
const REGISTRY = "../../src/registry.js";
// Other tests may have loaded the library without it.
vi.resetModules();
vi.doMock(EDGES, async (original) => {
  const { edges, styleNames, ...rest } = await original<typeof import("../../src/edge-registry.js")>();
  const { toy } = await import("./index.js");
  return { ...rest, edges: { ...edges, toy: toy.edge }, styleNames: [...styleNames, toy.name], checkStyleName: () => {} };
});
vi.doMock(REGISTRY, async (original) => {
  const { styles, styleFacts, ...rest } = await original<typeof import("../../src/registry.js")>();
  const { toy } = await import("./index.js");
  const all: Readonly<Record<string, unknown>> = { ...styles, toy };
  return { ...rest, styles: all, styleFacts: new Map([...styleFacts, [toy.name, toy]]), styleNamed: (name: string) => all[name] };
});
afterAll(() => {
  vi.doUnmock(EDGES);
  vi.doUnmock(REGISTRY);
  vi.resetModules();
});

const { collectStream, createStreamTranslator, streamResponse } = await import("../../src/index.js");
const { styleNames, styles } = await import("../../src/registry.js");
const { incoherence } = await import("../laws/coherence.js");
const { falseDrops, silentLosses } = await import("../laws/no-silent-loss.js");
const { deepFreeze, withTraps } = await import("../laws/purity.js");
const { lostOnTheWayBack } = await import("../laws/round-trip.js");
const { errorInput, translate } = await import("../laws/translation.js");
const { byteByByte, bytesOf } = await import("../support/cuts.js");
const { ownDocuments } = await import("../support/documents.js");
const { run } = await import("../support/streams.js");
const { TOY } = await import("./request.js");

const profiles: readonly Profile[] = ["gateway", "vendor"];
const own = (name: string, kind: Document["kind"], body: unknown): Document => ({ name, style: TOY, kind, body });
const say = (by: string, text: string, more: object = {}) => ({ by, text, ...more });
const TOYS: readonly Document[] = [
  own("a question", "request", { model: "m", say: [say("user", "hi")] }),
  own("all fields", "request", { model: "m", say: [say("system", "be brief"), say("user", "hi")], heat: 0.5, most: 100, live: true }),
  own("a conversation", "request", { model: "m", say: [say("user", "a"), say("assistant", "b"), say("user", "c")], most: 5 }),
  own("unknown fields", "request", { model: "m", say: [say("user", "a", { mood: "glad" })], colour: "red", most: 5 }),
  own("an answer", "response", { id: "i", model: "m", answer: "hello", end: "done", tokens: { in: 1, out: 2 } }),
  own("an answer cut short", "response", { id: "i", model: "m", answer: "hel", end: "full", tokens: { in: 10, out: 200 } }),
  own("an answer that was barred", "response", { id: "i", model: "m", answer: "", end: "barred", mood: "sad" }),
  own("an odd end", "response", { id: "i", model: "m", answer: "a", end: "perhaps" }),
  own("an error", "error", { status: 429, body: { fault: { kind: "rate-limit", message: "Slow down." } } }),
  own("no error body", "error", { status: 503, body: "Try later." }),
];
/** In both directions: the toy's documents into the others, and theirs into it. */
const cases = [
  ...TOYS.flatMap((document) => styleNames.filter((to) => to !== TOY).map((to) => ({ document, to }))),
  ...(["request", "response", "error"] as const).flatMap((kind) => ownDocuments(kind).map((document) => ({ document, to: TOY }))),
].flatMap((each) => profiles.map((profile) => ({ ...each, profile })));

/** What a law finds, with the case that it finds it in. */
function found(law: (document: Document, to: StyleName, profile: Profile) => readonly string[] | undefined, only = cases): string[] {
  return only.flatMap(({ document, to, profile }) =>
    (law(document, to, profile) ?? []).map((what) => `${document.name} → ${to} (${profile}): ${what}`),
  );
}
const toys = cases.filter(({ document }) => document.style === TOY);

describe("a style of the tests alone", () => {
  it("is translated into every other one, and they into it", () => {
    expect(toys.filter(({ document, ...direction }) => !translate(document, direction).ok)).toEqual([]);
    const taken = cases.filter(({ document, ...direction }) => translate(document, direction).ok);
    expect(taken.length / cases.length).toBeGreaterThan(0.8);
  });

  it("is given back as the very value by itself (identity)", () => {
    for (const document of TOYS) {
      const { value, issues } = translate(document, { to: TOY, profile: "gateway" });
      if (document.kind === "error") expect(value).toMatchObject(errorInput(document.body));
      else expect(value).toBe(document.body);
      expect(issues).toEqual([]);
    }
  });

  it("loses no leaf in silence, and nothing is said to be lost that is kept", () => {
    expect(found((document, to, profile) => silentLosses(document, { to, profile }), toys)).toEqual([]);
    expect(found((document, to, profile) => falseDrops(document, { to, profile }))).toEqual([]);
  });

  it("comes back from every other style in its normal form", () => {
    expect(found(lostOnTheWayBack, toys)).toEqual([]);
  });

  it("obeys the rules of the target, and the others obey its own (closure)", () => {
    const broken = found((document, to, profile) => {
      const { ok, value, path } = translate(document, { to, profile });
      const options = { profile, ...(path === undefined ? {} : { path }) };
      const { request, response, error } = styles[to].validate;
      const issues = { request, response, error: (body: unknown) => error(errorInput(body), options) }[document.kind](value, options);
      return ok ? issues.filter(({ severity }) => severity === "error").map(({ message }) => message) : undefined;
    });
    expect(broken).toEqual([]);
  });

  it("is neither changed nor read twice differently (purity)", () => {
    for (const { document, ...direction } of cases) {
      const frozen = { ...document, body: deepFreeze(structuredClone(document.body)) };
      const [once, twice] = withTraps(() => [translate(frozen, direction), translate(frozen, direction)]);
      expect(twice).toEqual(once);
    }
  });

  it("says the same as a stream and whole, however the stream is cut (coherence)", () => {
    const answers = cases.filter(({ document }) => document.kind === "response");
    expect(found(incoherence, answers)).toEqual([]);
    for (const { document, to } of answers) {
      const stream = streamResponse(document.body, { style: document.style });
      if (!stream.ok) continue;
      const options = { from: document.style, to, report: "all" } as const;
      const whole = run(createStreamTranslator(options), [stream.value]);
      expect(run(createStreamTranslator(options), byteByByte(bytesOf(stream.value)))).toEqual(whole);
      expect(run(createStreamTranslator({ ...options, fastPath: false }), [stream.value])).toEqual(whole);
    }
  });

  it("never looks complete where it broke off", () => {
    for (const { document, to } of toys.filter(({ document }) => document.kind === "response")) {
      const stream = streamResponse(document.body, { style: TOY });
      const cut = stream.ok ? stream.value.split("\n\n").slice(0, -2).join("\n\n") : "";
      const { text } = run(createStreamTranslator({ from: TOY, to }), [`${cut}\n\n`]);
      const collected = collectStream(text, { style: to });
      expect(collected.issues.some(({ severity }) => severity === "error")).toBe(true);
    }
  });
});
