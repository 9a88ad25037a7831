import { constants } from 'node:fs';
import { access, mkdir, readFile, realpath, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { linkFirst, writeWhole } from '@centavo/runtime';
import { KeySet } from './key-set.domain.js';

/** A key set that was replaced acts in every process within this time. */
export const KEY_FILE_MAX_AGE_MS = 1_000;

export interface KeyFileOptions {
  /** Throws when keys cannot take the place of those that are in use. */
  readonly accept?: (keys: KeySet) => Promise<void>;
  /** Hears, once for each, why the file as it is now is not used. */
  readonly onProblem?: (problem: string) => void;
}

/**
 * The file that holds the vault's keys. Read again when it has changed, so that keys can be rotated while everything runs. What has been
 * read once is kept when the file becomes unreadable, or one that cannot take its place: a slip of the hand must not stop payments.
 */
export class KeyFile {
  #keys: KeySet | undefined;
  #version = '';
  #checkedAtMs = -Infinity;
  #checking: Promise<KeySet> | undefined;
  #problem: string | undefined;

  readonly #accept: (keys: KeySet) => Promise<void>;
  readonly #onProblem: (problem: string) => void;

  constructor(
    readonly path: string,
    { accept, onProblem }: KeyFileOptions = {},
  ) {
    this.#accept = accept ?? (async () => undefined);
    this.#onProblem = onProblem ?? (() => undefined);
  }

  /**
   * The keys, as they were in the file at most {@link KEY_FILE_MAX_AGE_MS} ago.
   * @throws KeySetError, and what the file system throws, as long as there are none
   */
  read(): Promise<KeySet> {
    const isFresh = this.#keys && performance.now() - this.#checkedAtMs < KEY_FILE_MAX_AGE_MS;
    if (isFresh) return Promise.resolve(this.#keys!);
    this.#checking ??= this.#check().finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  async #check(): Promise<KeySet> {
    const startedAtMs = performance.now();
    try {
      await this.#readChanged();
      this.#problem = undefined;
    } catch (error) {
      if (!this.#keys) throw error;
      const { message } = error as Error;
      if (message !== this.#problem) this.#onProblem(message);
      this.#problem = message;
    }
    this.#checkedAtMs = startedAtMs;
    return this.#keys!;
  }

  async #readChanged(): Promise<void> {
    const { mtimeMs, ino, size } = await stat(this.path);
    const version = `${mtimeMs} ${ino} ${size}`;
    if (this.#keys && version === this.#version) return;
    const keys = KeySet.parse(await readFile(this.path, 'utf8'));
    if (this.#keys) await this.#accept(keys);
    this.#keys = keys;
    this.#version = version;
  }

  /** Makes the file with new keys unless there is one. Of several processes at once one makes it. */
  async ensure(): Promise<void> {
    const exists = await access(this.path, constants.F_OK).then(
      () => true,
      () => false,
    );
    if (exists) return;
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    await writeWhole(this.path, KeySet.generate().export(), async (written) => {
      await linkFirst(written, this.path);
    });
  }

  /** Puts other keys in its place, in one step and for good. Whoever could read it still can. Only one may do so at a time. */
  async replace(keys: KeySet): Promise<void> {
    const path = await realpath(this.path);
    await writeWhole(path, keys.export(), async (written, file) => {
      const { uid, gid, mode } = await stat(path);
      await file.chmod(mode);
      // Not everybody may give files away; who may not, owns this one.
      if (process.getuid?.() === 0) await file.chown(uid, gid);
      await rename(written, path);
    });
    this.#checkedAtMs = -Infinity;
  }
}
