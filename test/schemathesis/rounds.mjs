import { join } from 'node:path';
import { runRound } from './round.mjs';

/**
 * Rounds with one seed after the other, until there were enough cases or something failed.
 * @returns {Promise<{cases: number, seconds: number, rounds: number, failures: {operation: string, title: string}[], answers: object,
 * troubles: object, isComplete: boolean}>}
 */
export async function rounds({ tool, baseUrl, credentials, world, dataDir, seed, cases, examples }) {
  const all = { cases: 0, seconds: 0, rounds: 0, failures: [], answers: {}, troubles: {}, isComplete: true };
  while (all.cases < cases && all.isComplete && all.failures.length === 0) {
    const ofRound = { seed: seed + all.rounds, reportDir: join(dataDir, `round-${all.rounds + 1}`) };
    const outcomes = await runRound({ tool, baseUrl, credentials, worldFile: world.file, examples, ...ofRound });
    all.rounds += 1;
    for (const outcome of outcomes) add(all, outcome);
    const [made, seconds] = ['cases', 'seconds'].map((name) => Math.round(sum(outcomes.map((one) => one[name]))));
    const failures = sum(outcomes.map((one) => one.failures.length));
    console.log(`Round ${all.rounds}: seed ${ofRound.seed}, ${made} cases, ${seconds} s, ${failures} failures`);
    for (const { isComplete, failures: found, output } of outcomes) {
      if (!isComplete || found.length > 0) console.log(output);
      if (!isComplete) console.log('It did not come to its end.');
    }
  }
  return all;
}

function add(all, { cases, seconds, failures, answers, troubles, isComplete }) {
  all.cases += cases;
  all.seconds += seconds;
  all.failures.push(...failures);
  all.isComplete &&= isComplete;
  for (const [name, counts] of Object.entries(answers)) addNumbers((all.answers[name] ??= {}), counts);
  addNumbers(all.troubles, troubles);
}

function addNumbers(total, more) {
  for (const [key, count] of Object.entries(more)) total[key] = (total[key] ?? 0) + count;
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
