/** `npm run test:long`: all tests, with a hundred times the cases in their properties. `INTERLINGUA_RUNS` sets how many times, `INTERLINGUA_SEED` which. */
import { defineConfig, mergeConfig } from "vitest/config";
import short from "../vitest.config.js";

export default mergeConfig(
  short,
  defineConfig({
    test: {
      env: { INTERLINGUA_RUNS: process.env.INTERLINGUA_RUNS ?? "100" },
      testTimeout: 7_200_000,
    },
  }),
);
