/** The tests of `test/e2e` with the clients of this folder in place of the root's, and those of this folder. */
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";
import root from "../../vitest.config.js";

const CLIENTS = /^(?:openai|@anthropic-ai\/sdk|@google\/genai|@langchain\/|@ai-sdk\/|ai$)/;
// Any file of this folder: what it would get.
const anchor = fileURLToPath(import.meta.url);

const newest: Plugin = {
  name: "newest clients",
  enforce: "pre",
  resolveId(id) {
    return CLIENTS.test(id) ? this.resolve(id, anchor, { skipSelf: true }) : undefined;
  },
};

export default defineConfig({
  ...root,
  root: fileURLToPath(new URL("../..", import.meta.url)),
  plugins: [newest],
  test: { include: ["test/e2e/*.test.ts", "test/matrix/*.test.ts"], pool: "threads" },
});
