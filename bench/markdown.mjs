/** Rows of cells as a table. @param {string[]} head @param {(string | number)[][]} rows */
export const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Three figures are as many as repeat. */
const count = (value) => Number(value.toPrecision(3)).toLocaleString('en');

export const amount = (value, unit, digits = 0) => `${value.toFixed(digits)} ${unit}`;

/** Figures of two runs can be compared where this line is about the same. */
export function machineLine({ microsPerTick, hashesPerSecond, commitsPerSecond }) {
  return [
    `${amount(microsPerTick, 'µs')} of CPU per idle 10-ms timer tick`,
    `${count(hashesPerSecond)} SHA-256 of 1 KiB per second`,
    `${count(commitsPerSecond)} durable commits per second on 8 connections`,
  ].join(' · ');
}
