import { runLine } from '../../scripts/lib/report-section.mjs';
import { amount, machineLine, table } from '../markdown.mjs';
import { cpuTable, databaseTable, latencyTable, phaseTable } from '../report.mjs';

/** @returns {string} the markdown of one run */
export function describeEndurance({ mode, command, machine, phase, minutes, checks }) {
  return `## Endurance: ${mode === 'stack' ? 'on Kafka' : 'in one process'}

${runLine(command)}

Machine: ${machineLine(machine)}.

Charges come at one rate, whatever the answers, without a pause:

${phaseTable([phase])}

Minute by minute, by when a charge was due; the memory is the most that the platform’s own processes had resident:

${table(
  ['Minute', 'Answers', 'p50', 'p99', 'Memory'],
  minutes.map(({ answered, p50, p99, memoryMb }, minute) => [
    minute + 1,
    answered,
    amount(p50, 'ms', 1),
    amount(p99, 'ms', 1),
    amount(memoryMb, 'MB'),
  ]),
)}

CPU per charge:

${cpuTable([phase])}

Transactions / statements per charge, batches and background work included:

${databaseTable([phase])}

Inside, from the histograms of \`/metrics\`, each figure the upper bound of its bucket:

${latencyTable([phase])}

${table(['Check', ''], Object.entries(checks))}
`;
}
