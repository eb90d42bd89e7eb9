/** `npm run test:mutation`: which changes of the code no test notices. A part of it: `npm run test:mutation -- --mutate "src/sse/**"`. */
export default {
  mutate: [
    "src/{styles,canonical,sse,stream,hot}/**/*.ts",
    "src/{translate,exchange,route,reply,stream-translator,translate-bytes,collect-stream}.ts",
  ],
  ignorePatterns: ["/bench", "/docs", "/dist", "/.types", "/coverage", "/test/matrix", "/test/package"],
  testRunner: "vitest",
  vitest: { configFile: "test/mutation/vitest.config.ts" },
  plugins: ["@stryker-mutator/vitest-runner"],
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  incremental: true,
  incrementalFile: "reports/mutation/incremental.json",
  concurrency: 2,
  reporters: ["progress", "clear-text", "html"],
  htmlReporter: { fileName: "reports/mutation/index.html" },
  clearTextReporter: { logTests: false, allowColor: false },
  thresholds: { high: 90, low: 70, break: null },
};
