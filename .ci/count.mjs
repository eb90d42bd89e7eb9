/** Prints vitest's own counts as "N passed, N failed" and fails when anything did: `count.mjs <results.json> <exit code>`. */
import { readFileSync } from "node:fs";

const [file, status] = process.argv.slice(2);
const { passed, failed } = read(file);
// A run that ended badly without a failed test (a file that does not load, an unhandled error) counts as one failure.
const faults = failed === 0 && (status !== "0" || passed === 0) ? 1 : failed;
console.log(`${passed} passed, ${faults} failed`);
process.exitCode = faults === 0 ? 0 : 1;

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
