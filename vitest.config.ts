import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/long/**", "test/matrix/**"],
    pool: "threads",
    coverage: { include: ["src/**"], exclude: ["src/cli.ts"] },
  },
});
