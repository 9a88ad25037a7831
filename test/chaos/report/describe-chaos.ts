import type { Finding } from '../check/finding.js';
import { allowedRepeats, repeatsOf } from '../check/postbacks.rules.js';
import { recoveriesOf, type Recovery } from '../check/recovery.js';
import { failuresWhileRolling, operationsWhileRolling } from '../check/rolling.rules.js';
import type { Evidence } from '../evidence/evidence.js';
import { FAULT_KINDS } from '../history/history-line.js';
import { answerOf, isGranted, type Fault } from '../evidence/operation.js';

/** What a run saw, as markdown and in a few lines. */
export function describeChaos(
  evidence: Evidence,
  findings: ReadonlyMap<string, readonly Finding[]>,
): { readonly text: string; readonly summary: string } {
  const counts = countsOf(evidence);
  const recoveries = recoveriesOf(evidence);
  const summary = [...counts.map(([name, value]) => `${name}: ${value}`), ...recoveries.map(lineOf)].join('\n');
  const text = [
    faultTable(evidence.story.faults),
    table(['What happened', ''], counts),
    'From a kill until the victim says that it is ready, and until the first operation through it is granted that was sent after the kill (of webhooks: until a postback arrives):',
    table(['Killed', 'Times', 'Ready p50', 'p95', 'max', 'Served p50', 'p95', 'max'], recoveries.map(rowOf)),
    table(
      ['What must hold', 'Found'],
      [...findings].map(([promise, found]) => [
        promise,
        found.length === 0 ? 'nothing against it' : `**broken ${found.length} times**`,
      ]),
    ),
  ].join('\n\n');
  return { text, summary };
}

type Row = readonly (string | number)[];

function countsOf(evidence: Evidence): [string, string][] {
  const { story, postbacks, facts } = evidence;
  const operations = [...story.operations.values()];
  const answered = operations.filter((operation) => answerOf(operation) !== undefined);
  const granted = answered.filter((operation) => isGranted(answerOf(operation)!));
  const tries = operations.flatMap((operation) => operation.tries);
  const duplicates = operations.filter(({ copies }) => copies > 1);
  const rolling = operationsWhileRolling(evidence);
  return [
    ['Faults', count(story.faults.length)],
    ['Instances that ended by themselves, and were started again', count(story.ended)],
    [
      'Operations',
      `${count(operations.length)}: ${count(granted.length)} granted, ${count(answered.length - granted.length)} refused, ${count(operations.length - answered.length)} never answered`,
    ],
    [
      'Requests',
      `${count(tries.length)}, of which ${count(tries.filter(({ status }) => status === undefined).length)} had no answer and ${count(tries.filter(({ status, isForGood }) => status !== undefined && !isForGood).length)} one that asks to try again`,
    ],
    [
      'Idempotency keys sent 20 times at once',
      `${count(duplicates.length)}, and ${count(operations.filter(({ changes }) => changes !== null).length)} with another body`,
    ],
    [
      'Asked while instances came and went in good order',
      `${count(rolling.length)}, of which ${count(failuresWhileRolling(evidence))} needed a retry`,
    ],
    [
      'Postbacks',
      `${count(postbacks.arrivals.length)}, of which ${count(repeatsOf(evidence))} came again (${count(allowedRepeats(evidence))} might have)`,
    ],
    [
      'Checked',
      `${count(facts.resources.length)} resources, ${count(facts.entries.length)} ledger entries, ${count(facts.kept.length)} kept answers`,
    ],
  ];
}

const count = (value: number): string => value.toLocaleString('en');

/** How often what was done to whom. */
function faultTable(faults: readonly Fault[]): string {
  const victims = Map.groupBy(faults, ({ victim }) => victim);
  const rows = [...victims].map(([victim, some]) => [
    victim,
    ...FAULT_KINDS.map((kind) => some.filter((fault) => fault.kind === kind).length),
  ]);
  return table(['Faults', ...FAULT_KINDS.map((kind) => `\`${kind}\``)], rows);
}

const PERCENTILES = [0.5, 0.95, 1];

function percentile(values: readonly number[], part: number): string {
  if (values.length === 0) return '–';
  const sorted = values.toSorted((a, b) => a - b);
  return `${(sorted[Math.ceil(part * sorted.length) - 1]! / 1_000).toFixed(1)} s`;
}

const rowOf = ({ victim, count, ready, served }: Recovery): Row => [
  victim,
  count,
  ...PERCENTILES.map((part) => percentile(ready, part)),
  ...PERCENTILES.map((part) => percentile(served, part)),
];

const lineOf = ({ victim, count, ready, served }: Recovery): string =>
  `${victim} killed ${count} times: ready p95 ${percentile(ready, 0.95)}, served p95 ${percentile(served, 0.95)}`;

const table = (head: readonly string[], rows: readonly Row[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
