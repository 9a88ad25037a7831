import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder for a run's data. Others may look into it: PostgreSQL runs as a user of its own where this process is root.
 * @param {string} name @returns {Promise<string>} its path
 */
export async function temporaryFolder(name) {
  const folder = await mkdtemp(join(tmpdir(), `centavo-${name}-`));
  await chmod(folder, 0o755);
  return folder;
}
