/** The public surface explains itself, and `docs/api.md` is what it says. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TRANSLATION, VALIDATION } from "../../src/call.js";
import { ENTRIES, type Entry, exportsOf } from "../support/api.js";
import { apiPage } from "../support/api-page.js";

function isEntry(name: string): name is Entry {
  return name in ENTRIES;
}
const surface = Object.keys(ENTRIES)
  .filter(isEntry)
  .map((entry) => [entry, exportsOf(entry)] as const);
const all = surface.flatMap(([, exported]) => exported);

/** Types whose every member a caller writes or reads by hand. */
const SPELLED_OUT =
  /Options$|^(?:Policies|Context|Capabilities|Exchange|StreamTranslator|EventTranslator|EventStep|Issue|IssueFacts|Rule|OwnFault|SseReader|SseFrame|ArrayReader)$/;

describe("the public surface", () => {
  it("has a comment on every export", () => {
    expect(all.filter(({ comment }) => comment === undefined || comment.text === "").map(({ name, file }) => `${file} ${name}`)).toEqual(
      [],
    );
  });

  it("has a comment on every member of options and of what comes back", () => {
    const bare = all
      .filter(({ name }) => SPELLED_OUT.test(name))
      .flatMap(({ name, members }) => members.filter(({ comment }) => comment === undefined).map((member) => `${name}.${member.name}`));
    expect([...new Set(bare)]).toEqual([]);
  });

  it("says of what is of the wire where it comes from: a field, a rule or a specification", () => {
    const OF_THE_WIRE = /^src\/(?:canonical\/(?!capabilities|common)|styles\/[^/]+\/|sse\/(?:reader|bytes)|transport)/;
    // What the library itself made up.
    const OWN = /^(?:Bytes|MAX_EVENT_BYTES|SseReader(?:Options)?)$/;
    // They say it once, at the head of the file.
    const files = [...new Set(all.map(({ file }) => file))].filter((file) => /\/types(-answer|-content|-input)?\.ts$/.test(file));
    for (const file of files) expect(readFileSync(file, "utf8").split("*/")[0]).toMatch(/https:/);
    const unfounded = all
      .filter(({ name, file }) => OF_THE_WIRE.test(file) && !OWN.test(name) && !files.includes(file))
      .filter(({ comment }) => !/Source:|[RV]-\d|https:|generate-content|chat-completions/.test(JSON.stringify(comment)));
    expect(unfounded.map(({ name, file }) => `${file} ${name}`)).toEqual([]);
  });

  it("exports every type that it names", () => {
    const exported = new Set(all.map(({ name }) => name));
    const hidden = all
      .filter(({ declaration }) => !declaration.includes("Infer<"))
      .flatMap(({ name, uses }) => uses.filter((used) => !exported.has(used)).map((used) => `${used}, of ${name}`));
    expect([...new Set(hidden)]).toEqual([]);
  });

  it("has no option that its functions refuse", () => {
    const membersOf = (types: RegExp) =>
      all.filter(({ name }) => types.test(name)).flatMap(({ members }) => members.map(({ name }) => name));
    const translation = membersOf(/^(?:Policies|TargetOptions|ReportOptions|TranslateOptions|TranslateRequestOptions|StreamSettings)$/);
    expect(translation.filter((name) => !Object.hasOwn(TRANSLATION, name))).toEqual([]);
    expect(membersOf(/^Validate(?:Document)?Options$/).filter((name) => !Object.hasOwn(VALIDATION, name))).toEqual([]);
  });

  it("is what docs/api.md says", async () => {
    await expect(apiPage(surface)).toMatchFileSnapshot("../../docs/api.md");
  });
});
