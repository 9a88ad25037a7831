import { amount, machineLine, table } from '../markdown.mjs';
import { runLine } from '../../scripts/lib/report-section.mjs';
import { sum } from '../usage.mjs';

const titles = {
  standalone: 'Payment links: in one process',
  stack: 'Payment links: on Kafka, with one gateway',
};

/** @returns {string} the markdown of one run */
export function describeCheckout({ mode, command, machine, weight, times, phases, checks }) {
  return `## ${titles[mode]}

${runLine(command)}

Machine: ${machineLine(machine)}.

The page of a link, compressed as it is sent: ${weightLine(weight)}.

How soon it is there for a browser that comes for the first time, at 360 px, medians of seven; it can be used when the form is there and the page is no longer
busy:

${table(
  ['', 'First paint', 'Can be used'],
  times.map(({ name, paintMs, interactiveMs }) => [name, amount(paintMs, 'ms'), amount(interactiveMs, 'ms')]),
)}

\`POST /pay/{id}/charges\`, each with an idempotency key. The answer to a Pix has its code; a card is captured after its answer, which is in
its cost, like the ledger's part (CPU in milliseconds per payment; transactions and statements are those of payments):

${phaseTable(phases.filter(({ isWarmUp }) => !isWarmUp))}

${table(['Check', ''], Object.entries(checks))}
`;
}

function weightLine(weight) {
  const parts = Object.entries(weight).map(([name, bytes]) => `${name} ${kilobytes(bytes)}`);
  return `${kilobytes(sum(Object.values(weight)))} in all (${parts.join(', ')})`;
}

const kilobytes = (bytes) => amount(bytes / 1000, 'kB', 1);

function phaseTable(phases) {
  const components = Object.keys(phases[0].cpu);
  const head = ['Load', 'Per second', 'p50', 'p99', 'Refused', 'Done after', 'Transactions / statements each'];
  return table(
    [...head, ...components, 'Sum'],
    phases.map(({ name, perSecond, p50, p99, refused, atRestAfterSeconds, database, cpu }) => [
      name,
      Math.round(perSecond).toLocaleString('en'),
      amount(p50, 'ms', 1),
      amount(p99, 'ms', 1),
      refused,
      amount(atRestAfterSeconds, 's', 1),
      `${database.transactions.toFixed(2)} / ${database.statements.toFixed(2)}`,
      ...[...components.map((component) => cpu[component]), sum(Object.values(cpu))].map((ms) => ms.toFixed(2)),
    ]),
  );
}
