/** The tests of behaviour. Those of the source's shape and of the package around it would only be in the way of a mutant. */
import { defineConfig, mergeConfig } from "vitest/config";
import all from "../../vitest.config.js";

export default mergeConfig(
  all,
  defineConfig({
    test: {
      // What measures time measures the instruments of the mutants as well.
      testNamePattern: /^(?!.*takes no longer than it should)/,
      exclude: [
        "test/{architecture,surface,package,exports,bench-corpus}.test.ts",
        // These laws read every document for every mutant; what only they notice is not worth an hour of each.
        "test/laws/{coherence,documents,exceptions,generated,streams,totality}.test.ts",
        "test/{e2e,docs,examples,cli,hot}/**",
        "test/stream/long.test.ts",
      ],
    },
  }),
);
