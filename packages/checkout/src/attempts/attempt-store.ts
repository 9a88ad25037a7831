import { ATTEMPT_KEPT_MS, type Attempt } from './attempt.js';

/** The part of `Storage` that is needed. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'centavo.attempt.';

/** The attempt of one payment link, shared by all tabs. Where the browser keeps nothing, it lives as long as the page. */
export class AttemptStore {
  readonly name: string;
  #inMemory: Attempt | null = null;

  /** @param storage null when the browser gives the page none */
  constructor(
    linkId: string,
    private readonly storage: KeyValueStorage | null,
  ) {
    this.name = PREFIX + linkId;
  }

  read(): Attempt | null {
    // What could not be stored is newer than what is.
    if (this.#inMemory) return this.#inMemory;
    try {
      return parseAttempt(this.storage?.getItem(this.name) ?? null);
    } catch {
      return null;
    }
  }

  write(attempt: Attempt): void {
    try {
      if (!this.storage) throw new Error('no storage');
      this.storage.setItem(this.name, JSON.stringify(attempt));
      this.#inMemory = null;
    } catch {
      this.#inMemory = attempt;
    }
  }

  clear(): void {
    this.#inMemory = null;
    try {
      this.storage?.removeItem(this.name);
    } catch {
      // Then it kept nothing either.
    }
  }
}

/**
 * Forgets the attempts at all links that are old, and what is none: who comes back to a shared computer tomorrow is somebody else.
 * @param storage null when the browser gives the page none
 */
export function dropOldAttempts(storage: KeyValueStorage | null, nowMs: number): void {
  try {
    const names = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage!.key(index)!);
    for (const name of names) {
      if (name.startsWith(PREFIX) && isOld(storage!.getItem(name), nowMs)) storage!.removeItem(name);
    }
  } catch {
    // Then it kept nothing either.
  }
}

function isOld(text: string | null, nowMs: number): boolean {
  try {
    const attempt = parseAttempt(text);
    return attempt === null || nowMs - attempt.startedAtMs > ATTEMPT_KEPT_MS;
  } catch {
    return true;
  }
}

/** Null for what another version of the page, or somebody at the console, has left there. */
function parseAttempt(text: string | null): Attempt | null {
  if (text === null) return null;
  const value = JSON.parse(text) as Partial<Attempt> | null;
  const isAttempt =
    typeof value?.key === 'string' && typeof value.method === 'string' && typeof value.startedAtMs === 'number';
  if (!isAttempt) return null;
  return { ...(value as Attempt), chargeId: value.chargeId ?? null, body: value.body ?? null };
}
