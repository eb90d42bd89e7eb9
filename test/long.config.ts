/** `npm run test:long`: the properties with a hundred times the cases. `INTERLINGUA_RUNS` sets how many times, `INTERLINGUA_SEED` which. */
import { defineConfig, mergeConfig } from "vitest/config";
import short from "../vitest.config.js";

export default mergeConfig(
  short,
  defineConfig({
    test: {
      include: ["test/{laws,stream,hot}/**/*.test.ts", "test/**/*{law,laws,properties,long}*.test.ts"],
      env: { INTERLINGUA_RUNS: process.env.INTERLINGUA_RUNS ?? "100" },
      testTimeout: 7_200_000,
    },
  }),
);
