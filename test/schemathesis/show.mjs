/** How often each operation was answered how. */
export function showAnswers(operations, { answers, troubles }) {
  console.log('\n    2xx  4xx  5xx  operation');
  for (const name of operations) {
    const counts = Object.entries(answers[name] ?? {});
    const ofClass = (digit) =>
      counts.filter(([status]) => status.startsWith(digit)).reduce((sum, [, count]) => sum + count, 0);
    const columns = ['2', '4', '5'].map((digit) => String(ofClass(digit)).padStart(5));
    console.log(`${columns.join('')}  ${name}`);
  }
  const inVain = Object.values(troubles).reduce((sum, count) => sum + count, 0);
  if (inVain > 0) console.log(`\n${inVain} cases went without what was to be prepared for them:`);
  for (const [what, count] of Object.entries(troubles).slice(0, 20))
    console.log(`${String(count).padStart(5)}  ${what}`);
}

export function showAftermath(checks) {
  console.log();
  for (const { name, isOk, detail } of checks) console.log(`${isOk ? 'ok    ' : 'FAILED'} ${name}: ${detail}`);
}

/** The last line counts operations, and what must hold afterwards. @returns {number} how many failed */
export function showTotals({ operations, found, checks, seed }) {
  const { cases, seconds, rounds, failures, isComplete } = found;
  const broken = new Set(failures.map(({ operation }) => operation));
  const failed = broken.size + checks.filter(({ isOk }) => !isOk).length + (isComplete ? 0 : 1);
  const good = isComplete ? operations.filter((name) => !broken.has(name)).length : 0;
  const passed = good + checks.filter(({ isOk }) => isOk).length;
  console.log(
    `\n${cases} cases in ${rounds} round${rounds === 1 ? '' : 's'} and ${Math.round(seconds)} s from seed ${seed}, ${failures.length} failures`,
  );
  console.log(`${passed} passed, ${failed} failed`);
  return failed;
}
