import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o400;
const OWNER_AND_GROUP = 0o440;

export interface SecretFileOptions {
  readonly isForGroup?: boolean;
  /** Where there is a file by now, it stays: somebody has read it already. */
  readonly isFirst?: boolean;
}

/**
 * Writes a secret: whoever reads the file finds the old one or the new one, whole, also after a power cut.
 * @returns false when there was a file that stays
 */
export async function putSecretFile(
  path: string,
  value: string,
  { isForGroup = false, isFirst = false }: SecretFileOptions,
): Promise<boolean> {
  const written = `${path}.${randomUUID()}`;
  try {
    const file = await open(written, 'wx', OWNER_ONLY);
    try {
      await file.writeFile(`${value.trim()}\n`);
      // The mode of a new file is less what the process masks.
      await file.chmod(isForGroup ? OWNER_AND_GROUP : OWNER_ONLY);
      await file.sync();
    } finally {
      await file.close();
    }
    if (isFirst && !(await linkFirst(written, path))) return false;
    if (!isFirst) await rename(written, path);
    await syncFolder(dirname(path));
    return true;
  } finally {
    await rm(written, { force: true });
  }
}

/** Unlike renaming, it replaces nothing. */
async function linkFirst(written: string, path: string): Promise<boolean> {
  try {
    await link(written, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
