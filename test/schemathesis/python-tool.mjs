import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Complaint } from '../../scripts/lib/complaint.mjs';
import { withLock } from '../../scripts/lib/lock.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/process.mjs';

const requirementsFile = inRoot('test', 'schemathesis', 'requirements.txt');
/** Written when all is installed; what stands there half is made anew. */
const completeMark = 'complete';

/**
 * The `st` of Schemathesis. It is installed once, with what it needs, each package checked against the hash in `requirements.txt`, into a
 * cache that all checkouts share.
 * @returns {Promise<string>} its path
 * @throws {Complaint} when there is no Python 3.11 with venv, or the packages cannot be fetched
 */
export async function schemathesisTool() {
  const text = await readFile(requirementsFile, 'utf8');
  const name = `schemathesis-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  const folder = join(process.env.CENTAVO_CACHE || join(homedir(), '.cache', 'centavo'), name);
  const isComplete = () => readFile(join(folder, completeMark)).then(Boolean, () => false);
  if (!(await isComplete())) {
    await withLock(`${folder}.lock`, async () => {
      if (!(await isComplete())) await install(folder);
    });
  }
  return join(folder, 'bin', 'st');
}

async function install(folder) {
  console.log('Installing Schemathesis (once, 60 MB)');
  await rm(folder, { recursive: true, force: true });
  try {
    await run('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))'], { name: 'Python 3.11 or later' });
    await run('python3', ['-m', 'venv', folder], { name: 'python3 -m venv' });
  } catch (error) {
    throw new Complaint(`Schemathesis needs Python 3.11 or later with venv.\n${error.message}`);
  }
  const options = ['--disable-pip-version-check', '--no-input', '--only-binary', ':all:', '--require-hashes'];
  await run(join(folder, 'bin', 'pip'), ['install', '--quiet', ...options, '-r', requirementsFile], {
    name: 'Installing Schemathesis',
  });
  await writeFile(join(folder, completeMark), '');
}
