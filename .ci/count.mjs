/**
 * Adds up vitest's own counts and the other steps that failed as "N passed, N failed", and fails when anything did:
 * `count.mjs <failed steps> <results.json>=<exit code> …`.
 */
import { readFileSync } from "node:fs";

const [steps, ...runs] = process.argv.slice(2);
const total = { passed: 0, failed: Number(steps) };
for (const run of runs) {
  const [file, status] = run.split("=");
  const { passed, failed } = read(file);
  total.passed += passed;
  // A run that ended badly without a failed test (a file that does not load, an unhandled error) counts as one failure.
  total.failed += failed === 0 && (status !== "0" || passed === 0) ? 1 : failed;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function read(path) {
  try {
    const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = JSON.parse(readFileSync(path, "utf8"));
    const broken = testResults.filter((suite) => suite.status === "failed" && suite.assertionResults.length === 0).length;
    return { passed: numPassedTests, failed: numFailedTests + broken };
  } catch (error) {
    console.error(`no test results: ${error.message}`);
    return { passed: 0, failed: 0 };
  }
}
