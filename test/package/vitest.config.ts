/** `npm run test:package`: the package as npm would publish it, used as strangers do. Needs a build in `dist/`. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: {
    globalSetup: "./setup.ts",
    include: ["*.test.ts"],
    pool: "threads",
    // Each test starts other programs; two at a time are enough for two cores.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
