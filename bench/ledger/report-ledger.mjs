import { amount, machineLine, table } from '../markdown.mjs';
import { runLine } from '../../scripts/lib/report-section.mjs';
import { sum } from '../usage.mjs';

const titles = {
  standalone: 'The ledger alone: in one process',
  stack: 'The ledger alone: on Kafka',
};

/** @returns {string} the markdown of one run */
export function describeLedger({ mode, command, machine, phases, settlement, withdrawals, verification, checks }) {
  return `## ${titles[mode]}

${runLine(command)}

Machine: ${machineLine(machine)}.

Captures by the event path, each one journal transaction with its receivable and its event, from the first published to the last
committed; a Pix is settled in the same one. CPU is milliseconds per journal transaction.

${phaseTable(phases)}

The wallet that gets all of it takes ${share(phases)} of what many take.
${settlement ? settlementLines(settlement) : ''}${withdrawals ? withdrawalLines(withdrawals) : ''}
The checker reads ${whole(verification.entries / verification.seconds)} entries per second: all of ${whole(verification.transactions)} transactions with ${whole(verification.entries)} entries in ${amount(verification.seconds, 's', 1)}.

${table(['Check', ''], Object.entries(checks))}
`;
}

function phaseTable(phases) {
  const components = Object.keys(phases[0].cpu);
  const head = [
    'Captures',
    'Journal transactions',
    'Per second',
    'Chained after',
    'Transactions / statements each',
    ...components,
    'Sum',
  ];
  return table(
    head,
    phases.map(({ name, posted, perSecond, chainedAfterSeconds, database: { transactions, statements }, cpu }) => [
      name,
      whole(posted),
      whole(perSecond),
      amount(chainedAfterSeconds, 's', 1),
      `${transactions.toFixed(3)} / ${statements.toFixed(3)}`,
      ...[...components.map((component) => cpu[component]), sum(Object.values(cpu))].map((ms) => ms.toFixed(3)),
    ]),
  );
}

function settlementLines({ settled, seconds, transactions, cpu, database }) {
  const each = Object.entries(cpu).map(([component, ms]) => `${component} ${ms.toFixed(3)}`);
  return `
The daily run settles ${whole(settled)} receivables in ${amount(seconds, 's', 1)}, ${whole(settled / seconds)} per second, with ${whole(transactions)} journal
transactions; CPU in milliseconds per receivable: ${each.join(', ')}; statements: ${database.statements.toFixed(4)}.
`;
}

function withdrawalLines(phases) {
  const components = Object.keys(phases[0].cpu);
  const head = [
    'Load',
    'Per second',
    'p50',
    'p99',
    'Refused',
    'Paid after',
    'Transactions / statements each',
    ...components,
  ];
  const rows = phases.map(({ name, perSecond, p50, p99, refused, paidAfterSeconds, database, cpu }) => [
    name,
    whole(perSecond),
    amount(p50, 'ms', 1),
    amount(p99, 'ms', 1),
    refused,
    amount(paidAfterSeconds, 's', 1),
    `${database.transactions.toFixed(2)} / ${database.statements.toFixed(2)}`,
    ...components.map((component) => cpu[component].toFixed(2)),
  ]);
  return `
\`POST /v1/withdrawals\` on the whole platform, without a PIN, whose hash is made to be slow. A TED is only asked for; a Pix is also paid, in part
after the last answer, which is in its cost (CPU in milliseconds per withdrawal):

${table(head, rows)}
`;
}

const share = ([spread, hot]) => amount((hot.perSecond / spread.perSecond) * 100, '%');

const whole = (number) => Math.round(number).toLocaleString('en');
