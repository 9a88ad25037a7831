import { writeFileSync } from 'node:fs';

/** A jest reporter that leaves the counts where scripts/lib/jest.mjs reads them. */
export default class CountReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    const counts = { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
    writeFileSync(process.env.JEST_COUNT_FILE, JSON.stringify(counts));
  }
}
