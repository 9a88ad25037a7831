import { amount, machineLine, table } from '../markdown.mjs';
import { runLine } from '../../scripts/lib/report-section.mjs';
import { sum } from '../usage.mjs';

const titles = {
  standalone: 'Postbacks alone: in one process',
  stack: 'Postbacks alone: on Kafka',
};
/** Those who only bring and take the work. */
const others = new Set(['producer', 'receiver']);

/** @returns {string} the markdown of one run */
export function describeWebhooks({ mode, command, history, machine, checks, ...figures }) {
  const { arrivals, throughput, isolation, hostile, recovery } = figures;
  return `## ${titles[mode]}${history ? `, with ${whole(history.count)} deliveries in the log` : ''}

${runLine(command)}

Machine: ${machineLine(machine)}.
${history ? historyLine(history) : ''}
A producer stands for payments: two events of 1.8 kB of each charge, for 100 endpoints at one receiver. An arrival is counted from the moment at
which the producer learns that its transaction, with the outbox row, is committed, to the moment at which the receiver has read the whole request.

${arrivalTable(arrivals)}

Throughput, with the events put on the bus as they are after a commit: from the first published to the last taken.

${throughputTable(throughput)}

CPU in milliseconds per delivery, until the outcome is written; at a fixed rate the producer's commits are in it:

${cpuTable([...arrivals, ...throughput])}

One endpoint gets half of ${isolation.rate} events per second for ${isolation.seconds} s, and then the same while it hangs for 30 s on every request. A merchant recovers
${whole(recovery.queued)} missed events, which takes ${amount(recovery.seconds, 's', 1)}, while ${recovery.rate} events per second go to the others. What these others notice:

${comparisonTable({ 'One endpoint hangs': isolation, 'A recovery': recovery })}

Receivers that do their worst for ${hostile.seconds} s, ${hostile.rate} events per second (${hostile.kinds.join(', ')}): the service's largest resident memory
is ${amount(hostile.peakMb, 'MB')}, and with the same traffic before, when they behaved, ${amount(hostile.peakBeforeMb, 'MB')}: ${signed(hostile.peakMb - hostile.peakBeforeMb)} MB.

${table(['Check', ''], Object.entries(checks))}
`;
}

const historyLine = ({ count, databaseBytes }) => `
${whole(count)} deliveries of the last 20 days were there before, in a database of ${amount(databaseBytes / 2 ** 30, 'GB', 1)}.
`;

const arrivalTable = (phases) =>
  table(
    ['Load', 'Events', 'Commit → arrival p50', 'p95', 'p99'],
    phases.map(({ name, count, p50, p95, p99 }) => [name, whole(count), ...milliseconds([p50, p95, p99])]),
  );

const throughputTable = (phases) =>
  table(
    ['Load', 'Deliveries', 'Per second', 'p50', 'p99', 'Transactions / statements each'],
    phases.map(({ name, count, perSecond, p50, p99, database: { transactions, statements } }) => [
      name,
      whole(count),
      whole(perSecond),
      ...milliseconds([p50, p99]),
      `${transactions.toFixed(3)} / ${statements.toFixed(3)}`,
    ]),
  );

function cpuTable(phases) {
  const components = Object.keys(phases[0].cpu);
  const own = components.filter((component) => !others.has(component));
  return table(
    ['Load', ...components, own.join(' + ')],
    phases.map(({ name, cpu }) => [
      name,
      ...[...components.map((component) => cpu[component]), sum(own.map((component) => cpu[component]))].map((ms) =>
        ms.toFixed(2),
      ),
    ]),
  );
}

const comparisonTable = (pairs) =>
  table(
    ['', 'Before p50', 'p99', 'Meanwhile p50', 'p99', 'p99 by'],
    Object.entries(pairs).map(([name, { before, during }]) => [
      name,
      ...milliseconds([before.p50, before.p99, during.p50, during.p99]),
      `× ${(during.p99 / before.p99).toFixed(2)}`,
    ]),
  );

const milliseconds = (values) => values.map((ms) => amount(ms, 'ms', 1));
const signed = (number) => `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(0)}`;
const whole = (number) => Math.round(number).toLocaleString('en');
