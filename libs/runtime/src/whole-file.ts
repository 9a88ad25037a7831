import { randomUUID } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

type FileHandle = Awaited<ReturnType<typeof open>>;

const OWNER_ONLY = 0o600;

/**
 * Writes a file of which nobody ever sees a part, also after a power cut: it is written and synced under another name beside `path`.
 * @param takePlace gives it its mode, and moves it to `path`: by `rename`, or by {@link linkFirst}
 */
export async function writeWhole(
  path: string,
  text: string,
  takePlace: (written: string, file: FileHandle) => Promise<void>,
): Promise<void> {
  const written = `${path}.${randomUUID()}`;
  try {
    const file = await open(written, 'wx', OWNER_ONLY);
    try {
      await file.writeFile(text);
      await file.sync();
      await takePlace(written, file);
    } finally {
      await file.close();
    }
    await syncFolder(dirname(path));
  } finally {
    await rm(written, { force: true });
  }
}

/**
 * Unlike renaming, it replaces nothing: of several at once the first counts.
 * @returns false when there is a file by now, which stays
 */
export async function linkFirst(written: string, path: string): Promise<boolean> {
  try {
    await link(written, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The name of a file is in its folder: without this a power cut could undo it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
