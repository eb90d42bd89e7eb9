/** The site shows every page of the repository. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { addressOf, ENTRIES, GROUPS, leadsToPage, targetOf, titleOf } from "../../site/.vitepress/pages.js";

const root = resolve(import.meta.dirname, "../..");
const listed: readonly string[] = GROUPS.flatMap(({ pages }) => pages);

describe("the site", () => {
  it("has each page once in its sidebar", () => {
    // What docs/api.md is to readers of the repository, TypeDoc's pages are on the site.
    const written = readdirSync(`${root}/docs`).filter((name) => name.endsWith(".md") && name !== "api.md");
    expect(listed.filter((page) => page.startsWith("docs/")).sort()).toEqual(written.map((name) => `docs/${name.slice(0, -3)}`).sort());
    expect(new Set(listed).size).toBe(listed.length);
  });

  it("has a page of TypeDoc for each entry of the package", () => {
    const { exports }: { exports: object } = JSON.parse(readFileSync(`${root}/package.json`, "utf8"));
    const entries = Object.keys(exports).filter((path) => path !== "./package.json");
    expect([...ENTRIES].sort()).toEqual(entries.map((path) => path.replace(".", "interlingua")).sort());
    const { entryPoints }: { entryPoints: readonly string[] } = JSON.parse(readFileSync(`${root}/site/typedoc.json`, "utf8"));
    const named = entryPoints.map((file) => /@module (\S+)/.exec(readFileSync(resolve(`${root}/site`, file), "utf8"))?.[1]);
    expect(named.sort()).toEqual([...ENTRIES].sort());
  });

  it("knows each page by its heading", () => {
    for (const page of listed) expect(titleOf(readFileSync(`${root}/${page}.md`, "utf8")), page).toMatch(/^\w/);
  });

  it("has the README as its home", () => {
    expect(["README", "docs/guide"].map(addressOf)).toEqual(["/", "/docs/guide"]);
  });

  it.each([
    ["docs/guide.md", true],
    ["../CONTRIBUTING.md", true],
    ["issues.md#losses", true],
    ["#streams", true],
    ["https://ai-sdk.dev/docs", true],
    ["../examples/gateway", false],
    ["../data/README.md", false],
    ["LICENSE", false],
    ["docs/api.md", true],
  ])("links to %s: %s", (href, leads) => {
    expect(leadsToPage(targetOf(href))).toBe(leads);
  });
});
