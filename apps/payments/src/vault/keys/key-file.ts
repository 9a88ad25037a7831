import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { KeySet } from './key-set.domain.js';

/** A key set that was replaced acts in every process within this time. */
export const KEY_FILE_MAX_AGE_MS = 1_000;

/** The file that holds the vault's keys. Read again when it has changed, so that keys can be rotated while everything runs. */
export class KeyFile {
  #keys: KeySet | undefined;
  #version = '';
  #checkedAtMs = -Infinity;
  #checking: Promise<KeySet> | undefined;

  constructor(readonly path: string) {}

  /** The keys, as they were in the file at most {@link KEY_FILE_MAX_AGE_MS} ago. @throws KeySetError, and what the file system throws */
  read(): Promise<KeySet> {
    const isFresh = this.#keys && performance.now() - this.#checkedAtMs < KEY_FILE_MAX_AGE_MS;
    if (isFresh) return Promise.resolve(this.#keys!);
    this.#checking ??= this.#check().finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  async #check(): Promise<KeySet> {
    const startedAtMs = performance.now();
    const { mtimeMs, ino, size } = await stat(this.path);
    const version = `${mtimeMs} ${ino} ${size}`;
    if (!this.#keys || version !== this.#version) this.#keys = KeySet.parse(await readFile(this.path, 'utf8'));
    this.#version = version;
    this.#checkedAtMs = startedAtMs;
    return this.#keys;
  }

  /** Makes the file with new keys unless there is one. Of several processes at once one makes it. */
  async ensure(): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    await this.#put(KeySet.generate(), async (written) => {
      await link(written, this.path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    });
  }

  /** Puts other keys in its place, in one step. */
  async replace(keys: KeySet): Promise<void> {
    await this.#put(keys, (written) => rename(written, this.path));
    this.#checkedAtMs = -Infinity;
  }

  /** A file that is not whole is never seen: it is written and synced under another name. */
  async #put(keys: KeySet, into: (written: string) => Promise<void>): Promise<void> {
    const written = `${this.path}.${randomUUID()}`;
    try {
      const file = await open(written, 'wx', 0o600);
      try {
        await file.writeFile(keys.export());
        await file.sync();
      } finally {
        await file.close();
      }
      await into(written);
    } finally {
      await rm(written, { force: true });
    }
  }
}
