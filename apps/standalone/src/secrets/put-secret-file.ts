import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o400;
const OWNER_AND_GROUP = 0o440;

/** Writes a secret: whoever reads the file finds the old one or the new one, whole, also after a power cut. */
export async function putSecretFile(
  path: string,
  value: string,
  { isForGroup = false }: { readonly isForGroup?: boolean },
): Promise<void> {
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
    await rename(written, path);
    await syncFolder(dirname(path));
  } finally {
    await rm(written, { force: true });
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
