/**
 * `npm run test:mutation`: which changes of the code no test notices. On two cores that takes half an hour, and a part
 * of the code minutes: `npm run test:mutation -- --mutate "src/sse/**"`. What is noticed by properties is noticed with a tenth of
 * their cases; `INTERLINGUA_RUNS=1` before it asks them all.
 */
export default {
  mutate: [
    // Not src/fast-path: what its tests notice is tried by sabotage (test/fast-path), for its fuzzing takes too long to be done for every mutant.
    // Nor src/json-schema and src/web: what notices changes there are properties of seconds each, and exchanges that wait for timers.
    "src/{styles,model,fields,core,sse,stream}/**/*.ts",
    "src/{translate,exchange,route,reply,stream-translator,translate-bytes,collect-stream}.ts",
  ],
  ignorePatterns: ["/bench", "/docs", "/dist", "/.types", "/coverage", "/test/matrix", "/test/package"],
  testRunner: "in-process",
  plugins: ["./test/mutation/runner.mjs"],
  // The runner needs both, and says why.
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  // The first run takes four minutes on an idle machine.
  dryRunTimeoutMinutes: 15,
  incremental: true,
  incrementalFile: "reports/mutation/incremental.json",
  concurrency: 2,
  reporters: ["progress", "clear-text", "html"],
  htmlReporter: { fileName: "reports/mutation/index.html" },
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  thresholds: { high: 90, low: 85, break: 85 },
};
