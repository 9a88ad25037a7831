import { join } from 'node:path';
import { runRound } from './round.mjs';

/** A round that makes no case would be repeated for ever. */
const leastCases = 1;

/**
 * Rounds with one seed after the other, until there were enough cases or something failed.
 * @returns {Promise<{cases: number, seconds: number, rounds: number, failures: {operation: string, title: string}[], answers: object,
 * troubles: object, isComplete: boolean}>}
 */
export async function rounds({ tool, baseUrl, credentials, world, dataDir, seed, cases, examples }) {
  const all = { cases: 0, seconds: 0, rounds: 0, failures: [], answers: {}, troubles: {}, isComplete: true };
  while (all.cases < cases && all.isComplete && all.failures.length === 0) {
    const reportDir = join(dataDir, `round-${all.rounds + 1}`);
    const options = { tool, baseUrl, credentials, worldFile: world.file, reportDir, examples };
    const round = await runRound({ ...options, seed: seed + all.rounds });
    all.cases += round.cases;
    all.seconds += round.seconds;
    all.rounds += 1;
    all.failures.push(...round.failures);
    all.isComplete = round.complete && round.cases >= leastCases;
    addCounts(all.answers, round.answers);
    addNumbers(all.troubles, round.troubles);
    const problems = all.isComplete ? `${round.failures.length} failures` : 'it did not come to its end';
    console.log(
      `Round ${all.rounds}: seed ${seed + all.rounds - 1}, ${round.cases} cases, ${Math.round(round.seconds)} s, ${problems}`,
    );
    if (!all.isComplete || round.failures.length > 0) console.log(round.output);
  }
  return all;
}

function addCounts(total, more) {
  for (const [name, counts] of Object.entries(more)) addNumbers((total[name] ??= {}), counts);
}

function addNumbers(total, more) {
  for (const [key, count] of Object.entries(more)) total[key] = (total[key] ?? 0) + count;
}
