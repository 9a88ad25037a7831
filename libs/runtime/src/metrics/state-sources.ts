import { setTimeout as delay } from 'node:timers/promises';
import type { LabelsOf, MetricName } from './metrics-table.js';

/** The value of a gauge as somebody said it when he was asked. */
export interface Reading {
  readonly name: MetricName<'gauge'>;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A {@link Reading} of a gauge of the table. */
export const reading = <Name extends MetricName<'gauge'>>(
  name: Name,
  labels: LabelsOf<Name>,
  value: number,
): Reading => ({ name, labels, value });

/** Asks how things stand. Its statements end soon on any amount of data: by an index, with a limit. */
export type StateReader = () => Promise<readonly Reading[]>;

export interface StateLimits {
  /** How old readings may be when somebody asks; how often they are asked for at most. */
  readonly maxAgeMs: number;
  /** How long a scrape waits for readings; then it goes without. */
  readonly patienceMs: number;
}

/** A scrape waits longer than readiness does, so that a dependency that hangs is said to hang; and Prometheus waits ten seconds. */
const LIMITS: StateLimits = { maxAgeMs: 5_000, patienceMs: 2_500 };

interface Source {
  readonly name: string;
  readonly read: StateReader;
  readings: readonly Reading[];
  askedAtMs: number;
  asking: Promise<void> | undefined;
  /** Whether the last question was answered. */
  isReadable: boolean;
}

/**
 * Those who know how things stand, and what they said last. They are asked when somebody scrapes and never by themselves, one question at
 * a time: a process that nobody watches pays nothing, and a database that hangs holds one question of each source and no scrape.
 */
export class StateSources {
  readonly #sources: Source[] = [];

  constructor(private readonly limits: StateLimits = LIMITS) {}

  add(name: string, read: StateReader): void {
    this.#sources.push({ name, read, readings: [], askedAtMs: -Infinity, asking: undefined, isReadable: false });
  }

  /** What all sources say; nothing of those that fail or do not answer. Never rejects. */
  async read(): Promise<readonly Reading[]> {
    const now = performance.now();
    const asked = this.#sources.flatMap((source) => {
      if (!source.asking) return now - source.askedAtMs >= this.limits.maxAgeMs ? this.#ask(source) : [];
      // Somebody else has just asked: the answer is for both. Of one that hangs, nobody waits for the answer a second time.
      return now - source.askedAtMs < this.limits.patienceMs ? source.asking : [];
    });
    if (asked.length > 0) await this.#patiently(asked);
    return this.#sources.flatMap((source) => [
      ...source.readings,
      reading('state_readable', { source: source.name }, Number(source.isReadable)),
    ]);
  }

  async #patiently(asked: readonly Promise<void>[]): Promise<void> {
    const patience = new AbortController();
    await Promise.race([
      Promise.all(asked),
      delay(this.limits.patienceMs, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
  }

  #ask(source: Source): Promise<void> {
    source.askedAtMs = performance.now();
    // What was said before is no answer to this question, should there be none.
    source.readings = [];
    source.isReadable = false;
    source.asking = source
      .read()
      .then((readings) => {
        source.readings = readings;
        source.isReadable = true;
      })
      // Why is in the log of whoever else asks the same database or bus.
      .catch(() => undefined)
      .finally(() => (source.asking = undefined));
    return source.asking;
  }
}
