import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Above what a platform has ever been seen to need, and far below what one has that keeps what it is sent. */
const mostMemoryMb = 768;

/**
 * What must hold when the cases are over.
 * @returns {Promise<{name: string, isOk: boolean, detail: string}[]>}
 */
export async function aftermath({ asOperator, dataDir, pid, answers, operations }) {
  const report = await asOperator('POST', '/ledger/verify');
  const peakMb = await peakMemoryMb(pid);
  const faults = await faultsIn(join(dataDir, 'standalone.log'));
  const neverGood = operations.filter((name) => !statusesOf(answers, name).some((status) => status < 400));
  const serverErrors = operations.filter((name) => statusesOf(answers, name).some((status) => status >= 500));
  return [
    {
      name: 'the ledger is right',
      isOk: report.ok && report.transactions > 0,
      detail: `${report.transactions} transactions, ${report.violations.length} violations`,
    },
    { name: 'no answer was 5xx', isOk: serverErrors.length === 0, detail: serverErrors.join(', ') || 'none' },
    { name: 'no error was logged', isOk: faults.length === 0, detail: faults.slice(0, 5).join('\n') || 'none' },
    { name: 'memory is bounded', isOk: peakMb <= mostMemoryMb, detail: `${peakMb} MB at most` },
    {
      name: 'every operation has succeeded at least once',
      isOk: neverGood.length === 0,
      detail: neverGood.join(', ') || `${operations.length} operations`,
    },
  ];
}

const statusesOf = (answers, operation) => Object.keys(answers[operation] ?? {}).map(Number);

/** The largest resident set that the process has had. */
async function peakMemoryMb(pid) {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(text)[1]) / 1024);
}

/** Lines that say of themselves that they are errors, and those that are no log lines: a process writes such when it breaks. */
async function faultsIn(file) {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.filter((line) => /"level":"?(error|fatal|50|60)\b|unhandled|uncaught/i.test(line));
}
