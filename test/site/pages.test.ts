/** The site shows every page of the repository. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { addressOf, GROUPS, leadsToPage, titleOf } from "../../site/.vitepress/pages.js";

const root = resolve(import.meta.dirname, "../..");
const listed: readonly string[] = GROUPS.flatMap(({ pages }) => pages);

describe("the site", () => {
  it("has each page once in its sidebar", () => {
    const written = readdirSync(`${root}/docs`).filter((name) => name.endsWith(".md"));
    expect(listed.filter((page) => page.startsWith("docs/")).sort()).toEqual(written.map((name) => `docs/${name.slice(0, -3)}`).sort());
    expect(new Set(listed).size).toBe(listed.length);
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
  ])("links to %s: %s", (href, leads) => {
    expect(leadsToPage(href)).toBe(leads);
  });
});
