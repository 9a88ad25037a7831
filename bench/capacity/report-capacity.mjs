import { runLine } from '../../scripts/lib/report-section.mjs';
import { amount, table } from '../markdown.mjs';
import { sum } from '../usage.mjs';

/** Smaller ones are added up. */
const leastBytes = 20;
/** Their rows go within a day, mostly within seconds, and their room is used again. */
const workingTable =
  /\.(outbox|inbox|idempotency_keys|due_deliveries|\w+_changes|charge_tasks|charge_timers|unchained_transactions)$/;
const examples = [10, 100, 1_000];
const secondsPerMonth = 30 * 86_400;
/** Above it answers begin to wait. */
const busyAtMost = 0.6;

/** @returns {string} the markdown of one run's part of docs/capacity.md */
export function describeCapacity({ mode, command, phases, storage }) {
  return `### ${mode === 'stack' ? 'Five processes on Kafka' : 'One process'}

${runLine(command)}

Cores that each component keeps busy, from its CPU per charge at the measured load:

${coreTable(phases)}

Bytes that a captured charge by card leaves, indexes included, without tables whose rows go again within a day:

${storageTable(storage)}

What that comes to, for so many charges per second day and night (the cost per charge is that of the measured load next to it, so that the
first rows of a large step are too high and none is too low):

${exampleTable(phases, storage)}
`;
}

function coreTable(phases) {
  const components = componentsOf(phases);
  return table(
    ['Charges/s', ...components, 'Sum'],
    phases.map((phase) => {
      const cores = components.map((component) => (phase.cpuPerCharge[component] * phase.perSecond) / 1000);
      return [phase.perSecond.toFixed(0), ...[...cores, sum(cores)].map((value) => value.toFixed(2))];
    }),
  );
}

function storageTable({ tables, postgresLog, kafka }) {
  const kept = keptTables(tables).toSorted(([, a], [, b]) => b - a);
  const large = kept.filter(([, bytes]) => bytes >= leastBytes);
  const small = kept.filter(([, bytes]) => bytes < leastBytes);
  const rows = [
    ...large,
    ['all other tables', sumOf(small)],
    ['**PostgreSQL, all tables that keep it**', sumOf(kept)],
    ['PostgreSQL’s log (WAL), written and reused', postgresLog],
    ...(kafka > 0 ? [['Kafka’s topics, one copy, until their retention ends', kafka]] : []),
  ];
  return table(
    ['', 'Bytes per charge', 'Per million charges'],
    rows.map(([name, bytes]) => [name, bytes.toFixed(0), amount(bytes / 1000, 'GB', 2)]),
  );
}

const keptTables = (tables) => Object.entries(tables).filter(([name]) => !workingTable.test(name));

const sumOf = (sizes) => sum(sizes.map(([, bytes]) => bytes));

function exampleTable(phases, { tables }) {
  const components = componentsOf(phases);
  const bytes = sumOf(keptTables(tables));
  const byRate = phases.toSorted((a, b) => a.perSecond - b.perSecond);
  return table(
    ['Charges/s', ...components, `Cores at ${busyAtMost * 100} %`, 'Charges in 30 days', 'Tables in 30 days'],
    examples.map((rate) => {
      const measured = byRate.findLast(({ perSecond }) => perSecond <= rate) ?? byRate[0];
      const cores = components.map((component) => (measured.cpuPerCharge[component] * rate) / 1000);
      const charges = rate * secondsPerMonth;
      return [
        rate,
        ...cores.map((value) => value.toFixed(2)),
        Math.ceil(sum(cores) / busyAtMost),
        amount(charges / 1e6, 'million'),
        amount((charges * bytes) / 1e9, 'GB'),
      ];
    }),
  );
}

/** The load generator is not the platform's. */
const componentsOf = ([{ cpuPerCharge }]) => Object.keys(cpuPerCharge).filter((name) => name !== 'load + receiver');
