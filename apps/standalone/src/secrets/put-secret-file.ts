import { rename } from 'node:fs/promises';
import { linkFirst, writeWhole } from '@centavo/runtime';

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
  let isPut = true;
  await writeWhole(path, `${value.trim()}\n`, async (written, file) => {
    // The mode of a new file is less what the process masks.
    await file.chmod(isForGroup ? OWNER_AND_GROUP : OWNER_ONLY);
    if (isFirst) isPut = await linkFirst(written, path);
    else await rename(written, path);
  });
  return isPut;
}
