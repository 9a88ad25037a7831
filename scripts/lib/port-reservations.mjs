import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const folder = join(tmpdir(), `centavo-ports-${userInfo().uid}`);
const own = new Set();

/**
 * Keeps a port for this process until it ends. Processes of one user agree by a file for each port.
 * @param {number} port
 * @returns {boolean} false when it is another's, or this process has it already
 */
export function reservePort(port) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, String(port));
  if (!create(path) && !(isLeftOver(path) && takeOver(path))) return false;
  if (own.size === 0) process.once('exit', giveBack);
  own.add(path);
  return true;
}

function create(path) {
  try {
    const file = openSync(path, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Whether who kept it is gone without giving it back. */
function isLeftOver(path) {
  try {
    process.kill(Number(readFileSync(path, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function takeOver(path) {
  rmSync(path, { force: true });
  return create(path);
}

function giveBack() {
  for (const path of own) rmSync(path, { force: true });
}
