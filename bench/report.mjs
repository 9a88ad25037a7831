import { git, marksOf, putSection, runLine } from '../scripts/lib/report-section.mjs';
import { describeChanges } from './compare.mjs';
import { amount, machineLine, table } from './markdown.mjs';
import { sum } from './usage.mjs';

const intro = `# Performance

Written by \`npm run bench\`; each section is one run. Everything is on one machine: PostgreSQL (durable commits), Kafka in the stack,
all services, the load generator and the postback receiver. A charge is one HTTP request, a capture at the sandbox acquirer, the
ledger's postings and two signed postbacks. CPU is milliseconds per charge.
`;

/** Puts a section into docs/performance.md, in place of the last one of its name, with what has changed since that of the last commit. */
export async function writeReport(name, section) {
  const [begin, end] = marksOf(name);
  const [, committed = ''] = committedPage().split(begin);
  const changes = describeChanges(committed.split(end)[0], section);
  console.log(`\n${section}\n${changes}`);
  await putSection('performance.md', intro, name, `${section}\n${changes}`);
}

/** Puts a section into docs/capacity.md. */
export async function writeCapacity(name, section) {
  console.log(`\n${section}`);
  await putSection('capacity.md', '# Capacity\n', name, section);
}

/** @returns {string} the markdown of one run */
export function describeRun({ mode, command, startMs, machine, idle, phases, reads, tokenization, checks }) {
  return `## ${mode === 'stack' ? 'Stack: five processes on Kafka' : 'Standalone: one process'}

${runLine(command)}

Machine: ${machineLine(machine)} – measured just before, because what a wake-up and a commit cost here changes from day to day.

${phaseTable(phases)}

CPU per charge:

${cpuTable(phases)}

Transactions / statements per charge, batches and background work included:

${databaseTable(phases)}

Inside, from the histograms of \`/metrics\`, each figure the upper bound of its bucket:

${latencyTable(phases)}

Reads by 32 clients, of what was just made (CPU in milliseconds per read):

${readTable(reads)}

Tokenization by 64 clients, each time another card (CPU in milliseconds per card):

${readTable([{ ...tokenization, name: '`POST /v1/tokens`' }])}

Idle: ${amount(sum(Object.values(idle.memory).map(({ rss }) => rss)), 'MB')} resident (${amount(sum(Object.values(idle.memory).map(({ pss }) => pss)), 'MB')} when shared pages are divided among their users), ${amount(idle.cpuPercent, '%')} of one core. Start on an initialised folder: ${amount(startMs / 1000, 's', 1)}.

${table(['Check', ''], Object.entries(checks))}
`;
}

export function phaseTable(phases) {
  const head = [
    'Load',
    'Charges',
    'Charges/s to the last postback',
    'Refused',
    'Accept p50',
    'p99',
    'Postback p50',
    'p95',
    'p99',
  ];
  return table(
    head,
    phases.map((phase) => [
      phase.name,
      phase.accepted,
      phase.perSecond.toFixed(0),
      phase.refused,
      ...[phase.acceptP50, phase.acceptP99, phase.postbackP50, phase.postbackP95, phase.postbackP99].map((ms) =>
        amount(ms, 'ms', 1),
      ),
    ]),
  );
}

export function cpuTable(phases) {
  const components = Object.keys(phases[0].cpuPerCharge);
  return table(
    ['Load', ...components, 'Sum'],
    phases.map(({ name, cpuPerCharge }) => {
      const values = components.map((component) => cpuPerCharge[component]);
      return [name, ...[...values, sum(values)].map((ms) => ms.toFixed(2))];
    }),
  );
}

export function databaseTable(phases) {
  const schemas = Object.keys(phases[0].databasePerCharge).toSorted();
  return table(
    ['Load', ...schemas],
    phases.map(({ name, databasePerCharge }) => [
      name,
      ...schemas.map((schema) => {
        const { transactions, statements } = databasePerCharge[schema];
        return `${transactions.toFixed(2)} / ${statements.toFixed(2)}`;
      }),
    ]),
  );
}

function readTable(reads) {
  const components = Object.keys(reads[0].cpuPerRead);
  return table(
    ['Read', 'Per second', 'p50', 'p99', 'Failed', ...components],
    reads.map(({ name, perSecond, p50, p99, failed, cpuPerRead }) => [
      name,
      perSecond.toFixed(0),
      amount(p50, 'ms', 1),
      amount(p99, 'ms', 1),
      failed,
      ...components.map((component) => cpuPerRead[component].toFixed(2)),
    ]),
  );
}

export function latencyTable(phases) {
  return table(
    ['Load', '', 'p50', 'p95', 'p99'],
    phases.flatMap((phase) =>
      phase.latencies.map(({ name, p50, p95, p99 }) => [
        phase.name,
        name,
        ...[p50, p95, p99].map((ms) => `≤ ${amount(ms, 'ms', 1)}`),
      ]),
    ),
  );
}

function committedPage() {
  try {
    return git('show', 'HEAD:docs/performance.md');
  } catch {
    return '';
  }
}
