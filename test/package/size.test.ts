/** What a bundler makes of the packed package: each entry within its budget, and nothing that was not asked for. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, inject, it } from "vitest";

const consumer = inject("consumer");

/** The code that a program is served, minified. */
async function bundled(program: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: consumer },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

describe("minified and compressed, in kB", () => {
  // A little above what it is today: a step up must be wanted.
  it.each([
    ["everything", `export * from "interlingua";`, 194.5],
    ["translateRequest", `export { translateRequest } from "interlingua";`, 118],
    ["translateResponse", `export { translateResponse } from "interlingua";`, 71],
    ["createStreamTranslator", `export { createStreamTranslator } from "interlingua";`, 107.5],
    ["validateRequest", `export { validateRequest } from "interlingua";`, 50.5],
    ["interlingua/chat-completions", `export * from "interlingua/chat-completions";`, 62],
    ["interlingua/messages", `export * from "interlingua/messages";`, 53.5],
    ["interlingua/generate-content", `export * from "interlingua/generate-content";`, 60.5],
    ["interlingua/messages/rules", `export * from "interlingua/messages/rules";`, 23],
    ["interlingua/web", `export * from "interlingua/web";`, 192.5],
    ["interlingua/sse", `export * from "interlingua/sse";`, 2.9],
    ["interlingua/schema", `export * from "interlingua/schema";`, 15],
    ["interlingua/models", `export * from "interlingua/models";`, 5],
  ])("%s", async (_name, program, budget) => {
    const size = gzipSync(await bundled(program), { level: 9 }).length / 1000;
    expect(size).toBeLessThan(budget);
    // So much below that the budget is out of date.
    expect(size).toBeGreaterThan(budget * 0.8);
  });
});

describe("declarations that a compiler reads, in kB", () => {
  /** The file of declarations and those that it names, with their texts. */
  function loaded(file: string, found = new Map<string, string>()): ReadonlyMap<string, string> {
    if (found.has(file)) return found;
    const text = readFileSync(file, "utf8");
    found.set(file, text);
    for (const [, path = ""] of text.matchAll(/from '(\..*)';$/gm))
      loaded(join(dirname(file), path.replace(/\.(c?)js$/, ".d.$1ts")), found);
    return found;
  }

  it.each([
    ["index.d.ts", 121],
    ["index.d.cts", 121],
    ["messages.d.ts", 110],
  ])("%s", (entry, budget) => {
    const size = [...loaded(join(consumer, "node_modules/interlingua/dist", entry)).values()].join("").length / 1000;
    expect(size).toBeLessThan(budget);
    expect(size).toBeGreaterThan(budget * 0.8);
  });
});

describe("a program that uses one thing", () => {
  it.each([
    ["formatPath", 300],
    ["describeIssue", 500],
    ["isStyleName", 300],
    ["unwrap", 1100],
    ["parseAuthorization", 1600],
    ["checkContentType", 3200],
    ["detectStyle", 3800],
    ["checkBaseUrl", 5000],
    ["parseJson", 8400],
    ["parseRoute", 9100],
  ])("carries little beside %s: under %d bytes", async (name, budget) => {
    expect((await bundled(`export { ${name} } from "interlingua";`)).length).toBeLessThan(budget);
  });

  it("carries one style and no word of the others", async () => {
    const room = new TextDecoder().decode(await bundled(`export * from "interlingua/messages";`));
    expect(room).toContain("content_block_delta");
    for (const foreign of ["chat.completion.chunk", "functionDeclarations", "groundingMetadata"]) expect(room).not.toContain(foreign);
  });
});
