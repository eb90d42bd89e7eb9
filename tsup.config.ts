/** The package: each entry as ESM and as CommonJS, with declarations, sharing chunks; and the command, which is ESM only. */
import { defineConfig, type Options } from "tsup";

const entry = {
  index: "src/index.ts",
  "chat-completions": "src/styles/chat-completions/index.ts",
  messages: "src/styles/messages/index.ts",
  "generate-content": "src/styles/generate-content/index.ts",
  web: "src/web.ts",
  sse: "src/sse/index.ts",
};

const shared: Options = { outDir: "dist", target: "es2022", splitting: true, treeshake: true, silent: true };

export default defineConfig([
  {
    ...shared,
    entry,
    platform: "neutral",
    format: ["esm", "cjs"],
    // type-fest is no run-time dependency, so its types, and what they import in turn, are written into the declarations.
    dts: { entry, resolve: [/^type-fest/, /^tagged-tag$/, /^\.{1,2}\/.*\.d\.ts$/] },
  },
  {
    ...shared,
    entry: { cli: "src/cli.ts" },
    platform: "node",
    format: ["esm"],
    esbuildPlugins: [
      {
        name: "the command uses the library beside it",
        setup(build) {
          build.onResolve({ filter: /^\.\.\/index\.js$/ }, () => ({ path: "./index.js", external: true }));
        },
      },
    ],
  },
]);
