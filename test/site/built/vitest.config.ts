/** The site as it is built: `npm run test:site`. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: { include: ["*.test.ts"], pool: "threads", maxWorkers: 1, testTimeout: 60_000, hookTimeout: 60_000 },
});
