import { amount, machineLine, table } from '../markdown.mjs';
import { runLine } from '../../scripts/lib/report-section.mjs';

/** @returns {string} the markdown of one run */
export function describeOverload({
  mode,
  command,
  machine,
  saturation,
  calm,
  rate,
  offered,
  recovery,
  memoryMb,
  afterwards,
  checks,
}) {
  return `## Overload: ${mode === 'stack' ? 'on Kafka' : 'in one process'}

${runLine(command)}

Machine: ${machineLine(machine)}.

${saturation.perSecond.toFixed(0)} charges per second saturate it. Then ${rate.toLocaleString('en')} per second are asked for, ten times as many, whatever the answers;
${offered.perSecond.toFixed(0)} per second could be sent by what the load generator, on the same machine, was left with. ${offered.acceptedPerSecond.toFixed(0)} per second were accepted. Time to the answer:

${answerTable(offered)}

Accepted before and afterwards, at a quarter of what saturates:

${table(
  ['', 'Refused', 'p50', 'p99'],
  [
    ['Before', calm],
    ['Afterwards', afterwards],
  ].map(([name, { refused, acceptP50, acceptP99 }]) => [
    name,
    refused,
    amount(acceptP50, 'ms', 1),
    amount(acceptP99, 'ms', 1),
  ]),
)}

From the end of the overload it takes ${amount(recovery.seconds, 's', 1)} until nothing is refused any more and the p99 stays below ${amount(recovery.limitMs, 'ms')}.

Most resident memory of the platform’s own processes: before ${amount(memoryMb.before, 'MB')}, in the first half of the overload
${amount(memoryMb.firstHalf, 'MB')}, in the second ${amount(memoryMb.secondHalf, 'MB')}, calm again ${amount(memoryMb.afterwards, 'MB')}.

${table(['Check', ''], Object.entries(checks))}
`;
}

const answerTable = ({ answers, sent }) =>
  table(
    ['Answer', 'Requests', 'Share', 'p50', 'p99'],
    Object.entries(answers).map(([status, { count, p50, p99 }]) => [
      status,
      count,
      amount((count / sent) * 100, '%', 1),
      ...[p50, p99].map((ms) => (Number.isNaN(ms) ? 'none' : amount(ms, 'ms', 1))),
    ]),
  );
