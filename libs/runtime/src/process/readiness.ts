import { setTimeout as delay } from 'node:timers/promises';

/** A dependency that has not answered by then does not. */
const CHECK_TIMEOUT_MS = 2_000;

type Check = () => boolean | Promise<boolean>;

/** Whether this process can do its work now: true when everything that it stands on answers. */
export class Readiness {
  readonly #checks = new Map<string, Check>();

  /** @param name as an operator reads it: `payments: database` */
  add(name: string, check: Check): void {
    this.#checks.set(name, check);
  }

  /** The result of every check by name. */
  async check(): Promise<Readonly<Record<string, boolean>>> {
    const results = [...this.#checks].map(async ([name, check]) => [name, await bounded(check)] as const);
    return Object.fromEntries(await Promise.all(results));
  }
}

async function bounded(check: Check): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([check(), delay(CHECK_TIMEOUT_MS, false, { signal: timer.signal })]);
  } catch {
    return false;
  } finally {
    timer.abort();
  }
}
