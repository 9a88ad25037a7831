import { amount, machineLine, table } from '../markdown.mjs';
import { runLine } from '../../scripts/lib/report-section.mjs';
import { sum } from '../usage.mjs';

/** The components that have a part in reads. */
const reading = ['app', 'gateway', 'PostgreSQL', 'load + receiver'];

/** @returns {string} the markdown of runs that differ in nothing but their history */
export function describeGrowth({ mode, command, runs }) {
  const phaseTables = runs[0].phases.map((_, index) => phaseTable(runs, index));
  return `## As the tables grow: ${mode}

${runLine(command)}

Each row is a run of its own. Before it, all tables were filled with finished charges of 18 months, copied from some that the product
had made; events and deliveries are kept for 30 days. They belong to 200 merchants, half of them to one. CPU is milliseconds
per charge.

${phaseTables.join('\n\n')}

Reads by 32 clients; lists have 20 charges to a page and are the biggest merchant's (CPU in milliseconds per read):

${readTable(runs)}

${table(
  ['Charges before', 'Database', 'Machine, measured just before'],
  runs.map(({ history, databaseBytes, machine }) => [
    whole(history),
    amount(databaseBytes / 1e6, 'MB'),
    machineLine(machine),
  ]),
)}

${checkTable(runs)}
`;
}

function phaseTable(runs, index) {
  const [{ phases }] = runs;
  const components = Object.keys(phases[index].cpuPerCharge);
  const head = [
    'Charges/s',
    'Refused',
    'Accept p50',
    'p99',
    'Postback p95',
    'Transactions / statements',
    ...components,
    'Sum',
  ];
  return table(
    [`${phases[index].name}, charges before`, ...head],
    runs.map(({ history, phases: { [index]: phase } }) => [
      whole(history),
      phase.perSecond.toFixed(0),
      phase.refused,
      ...[phase.acceptP50, phase.acceptP99, phase.postbackP95].map((ms) => amount(ms, 'ms', 1)),
      totalOf(phase, 'transactions') + ' / ' + totalOf(phase, 'statements'),
      ...components.map((component) => phase.cpuPerCharge[component].toFixed(2)),
      sum(Object.values(phase.cpuPerCharge)).toFixed(2),
    ]),
  );
}

const totalOf = ({ databasePerCharge }, kind) =>
  sum(Object.values(databasePerCharge).map((counts) => counts[kind])).toFixed(2);

function readTable(runs) {
  const [{ reads }] = runs;
  const components = Object.keys(reads[0].cpuPerRead).filter((component) => reading.includes(component));
  const rows = reads.flatMap(({ name }, index) =>
    runs.map(({ history, reads: { [index]: read } }) => [
      name,
      whole(history),
      read.perSecond.toFixed(0),
      amount(read.p50, 'ms', 1),
      amount(read.p99, 'ms', 1),
      read.failed,
      ...components.map((component) => read.cpuPerRead[component].toFixed(2)),
    ]),
  );
  return table(['Read', 'Charges before', 'Per second', 'p50', 'p99', 'Failed', ...components], rows);
}

function checkTable(runs) {
  const questions = [...new Set(runs.flatMap(({ checks }) => Object.keys(checks)))];
  return table(
    ['Check', ...runs.map(({ history }) => `after ${whole(history)}`)],
    questions.map((question) => [question, ...runs.map(({ checks }) => checks[question] ?? 'not asked')]),
  );
}

const whole = (number) => number.toLocaleString('en');
