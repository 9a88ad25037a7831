import { table } from '../../bench/markdown.mjs';
import { putSection, runLine } from '../../scripts/lib/report-section.mjs';

/** Puts what a run saw into docs/api-conformance.md. @param {{operations: string[], found: object, checks: object[], seed: number, command: string}} run */
export async function writeReport({ operations, found, checks, seed, command }) {
  const { cases, rounds, seconds, failures, answers } = found;
  const counts = Object.values(answers).flatMap((byStatus) => Object.entries(byStatus));
  const answered = (digit) =>
    counts.filter(([status]) => status.startsWith(digit)).reduce((sum, [, count]) => sum + count, 0);
  const rows = [
    ['Cases', cases.toLocaleString('en')],
    ['Operations', operations.length],
    ['Seeds', rounds === 1 ? seed : `${seed} to ${seed + rounds - 1}`],
    ['Answers 2xx, 4xx, 5xx', ['2', '4', '5'].map((digit) => answered(digit).toLocaleString('en')).join(', ')],
    ['Failures', failures.length],
    ['Seconds', Math.round(seconds)],
    ...checks.map(({ name, isOk, detail }) => [`Afterwards: ${name}`, isOk ? detail : `**no**: ${detail}`]),
  ];
  await putSection('api-conformance.md', '', 'the last run', `${runLine(command)}\n\n${table(['', 'Seen'], rows)}\n`);
}
