import { setTimeout as delay } from 'node:timers/promises';

/** A dependency that has not answered by then does not. */
const CHECK_TIMEOUT_MS = 2_000;

/** Asks a dependency. @returns what is wrong with it in words, null when nothing is */
type Check = () => string | null | Promise<string | null>;

/** How one dependency is. */
export interface DependencyState {
  readonly ready: boolean;
  /** What is wrong, in words; not there when nothing is. */
  readonly problem?: string;
  /** For how long it has been like this, as far as anybody has asked. */
  readonly since: string;
}

interface Dependency {
  readonly check: Check;
  isReady: boolean | undefined;
  since: Date;
}

/** Whether this process can do its work now: true when everything that it stands on answers. */
export class Readiness {
  readonly #dependencies = new Map<string, Dependency>();

  /** @param name as an operator reads it: `payments: database` */
  add(name: string, check: Check): void {
    this.#dependencies.set(name, { check, isReady: undefined, since: new Date() });
  }

  /** How every dependency is, by name. Never rejects. */
  async check(): Promise<Readonly<Record<string, DependencyState>>> {
    const states = [...this.#dependencies].map(
      async ([name, dependency]) => [name, noted(dependency, await bounded(dependency.check))] as const,
    );
    return Object.fromEntries(await Promise.all(states));
  }
}

function noted(dependency: Dependency, problem: string | null): DependencyState {
  const isReady = problem === null;
  if (dependency.isReady !== undefined && dependency.isReady !== isReady) dependency.since = new Date();
  dependency.isReady = isReady;
  return { ready: isReady, ...(problem !== null && { problem }), since: dependency.since.toISOString() };
}

async function bounded(check: Check): Promise<string | null> {
  const timer = new AbortController();
  const silence = `no answer within ${CHECK_TIMEOUT_MS / 1000} s`;
  try {
    return await Promise.race([check(), delay(CHECK_TIMEOUT_MS, silence, { signal: timer.signal })]);
  } catch (error) {
    return String((error as { message?: unknown }).message ?? error);
  } finally {
    timer.abort();
  }
}
