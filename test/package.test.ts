/** What a stranger installs: the manifest and the files around the source. The packed package itself is tried by `npm run test:package`. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const file = (path: string) => resolve(import.meta.dirname, "..", path);
const text = (path: string) => readFileSync(file(path), "utf8");

interface Manifest {
  readonly version: string;
  readonly repository?: unknown;
  readonly files: readonly string[];
  readonly scripts: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly exports: Record<string, Record<string, Record<string, string>>>;
}
const STYLES = ["chat-completions", "messages", "generate-content"];
const manifest: Manifest = JSON.parse(text("package.json"));

describe("the package", () => {
  it("needs nothing at run time", () => {
    expect(manifest.dependencies).toBeUndefined();
  });

  it("pins every tool exactly", () => {
    for (const [name, version] of Object.entries(manifest.devDependencies))
      expect(version, name).toMatch(/^(?:npm:[@/\w-]+@)?\d+\.\d+\.\d+$/);
  });

  it("gives each entry to both module systems, types first", () => {
    for (const [entry, conditions] of Object.entries(manifest.exports)) {
      if (entry === "./package.json") continue;
      expect(Object.keys(conditions), entry).toEqual(["import", "require"]);
      for (const condition of Object.values(conditions)) expect(Object.keys(condition), entry).toEqual(["types", "default"]);
    }
  });

  it("locks the optional packages of every platform, which `npm ci` asks for", () => {
    expect(execFileSync(process.execPath, [file(".ci/lock.mjs")], { encoding: "utf8" })).toBe("");
  });

  it("has a changelog entry for its version", () => {
    expect(text("CHANGELOG.md")).toContain(`## ${manifest.version}`);
  });

  it("states every command that the pages name", () => {
    const named = [...`${text("README.md")}${text("CONTRIBUTING.md")}`.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    expect(named.filter((name) => name === undefined || !(name in manifest.scripts))).toEqual([]);
  });

  it("is not published without the address by which the registry resolves the links of the README", () => {
    const publish = () => execFileSync(process.execPath, [file(".ci/address.mjs")], { encoding: "utf8", stdio: "pipe" });
    if (manifest.repository === undefined) expect(publish).toThrow(/`repository`/);
    else expect(publish()).toBe("");
    expect(manifest.scripts.prepublishOnly).toBe("node .ci/address.mjs");
    expect(manifest.files).toContain("docs");
  });

  it("names only files that exist, and in them what they are named for", () => {
    const pages = ["README.md", "CONTRIBUTING.md", "docs/architecture.md"].map(text).join("\n");
    const each = (path: string) => (path.includes("<style>") ? STYLES.map((style) => path.replace("<style>", style)) : [path]);
    const named = [...pages.matchAll(/`((?:src|test|fixtures|docs|data|bench|site|examples)\/[^`\s*]*)`/g)].flatMap(([, path = ""]) =>
      each(path),
    );
    // What a step or a build makes.
    const made = /min-p|src\/styles\/<name>|\/dist$/;
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => !made.test(path) && !existsSync(file(path)))).toEqual([]);
    const held = [...pages.matchAll(/`(\w+)[^`]*` \(`(src\/[^`]+)`\)/g)];
    expect(held.length).toBeGreaterThan(3);
    expect(held.filter(([, name = "", path = ""]) => name !== "readonly" && !text(path).includes(name)).map(([all]) => all)).toEqual([]);
  });

  it("shows rows and calls of quirks that are there", () => {
    const quirks = text("src/styles/chat-completions/quirks.ts");
    const sources = readdirSync(file("src/styles/chat-completions")).map((name) => text(`src/styles/chat-completions/${name}`));
    for (const [, id = ""] of text("CONTRIBUTING.md").matchAll(/QUIRKS\.(\w+)\.rewrite/g)) {
      expect(quirks).toMatch(new RegExp(`^  ${id}: \\{ seenAt: .*, since: .*, fixture: .*, rewrite`, "m"));
      expect(sources.some((source) => source.includes(`QUIRKS.${id}.rewrite(given)`))).toBe(true);
    }
  });

  it("links only to files that exist", () => {
    const pages = ["README.md", "CONTRIBUTING.md", ...readdirSync(file("docs")).map((name) => `docs/${name}`)];
    const links = pages.flatMap((page) =>
      [...text(page).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, path = ""]) => join(dirname(page), path)),
    );
    expect(links.filter((path) => !existsSync(file(path)))).toEqual([]);
  });

  it("documents every policy", () => {
    const options = text("src/styles/options.ts");
    const [policies = ""] = /export interface Policies [\s\S]*?\n\}\n/.exec(options) ?? [];
    const names = [...policies.matchAll(/readonly (\w+)\?:/g)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !text("docs/options.md").includes(`\`${name}\``))).toEqual([]);
  });
});
