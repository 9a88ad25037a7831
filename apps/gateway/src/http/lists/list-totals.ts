import { Database } from '@centavo/persistence';
import { Clock, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Selection } from './list.js';

/** A count of everything older than `upTo`. */
interface Settled {
  readonly count: bigint;
  readonly upTo: string;
}

interface Counted {
  readonly settled: bigint;
  readonly recent: bigint;
}

const NOTHING: Settled = { count: 0n, upTo: '00000000-0000-0000-0000-000000000000' };
const MAX_LISTS = 10_000;
/** How much longer than its deadline a write may take to commit, clocks that differ included. */
const COMMIT_MARGIN_MS = 60_000;

/**
 * How long lists are. Counting five million rows takes half a second, so what cannot change any more is counted once: ids are made
 * when a request comes in, a command that is older than its deadline is not carried out, and so below an id that is old enough no row
 * can appear. Only what is younger is counted anew. The first count after a start is paid in full.
 */
@Injectable()
export class ListTotals {
  readonly #settled = new LRUCache<string, Settled>({ max: MAX_LISTS });
  readonly #settlesAfterMs: number;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.#settlesAfterMs = settings.replyTimeoutMs + COMMIT_MARGIN_MS;
  }

  async total(selection: Selection): Promise<number> {
    if (!selection.isAppendOnly) return this.#count(selection);
    const list = JSON.stringify([selection.view, selection.where, selection.parameters]);
    const known = this.#settled.get(list) ?? NOTHING;
    const upTo = firstIdAt(this.clock.nowMs() - this.#settlesAfterMs);
    const { settled, recent } = await this.#countFrom(selection, known.upTo, upTo);
    const next = { count: known.count + settled, upTo };
    if (upTo > known.upTo) this.#settled.set(list, next);
    return Number(next.count + recent);
  }

  async #count({ view, where, parameters }: Selection): Promise<number> {
    const [row] = await this.database.query<{ total: bigint }>(
      `SELECT count(*) AS total FROM ${view} WHERE ${where}`,
      parameters,
    );
    return Number(row!.total);
  }

  async #countFrom({ view, where, parameters }: Selection, from: string, upTo: string): Promise<Counted> {
    const [fromAt, upToAt] = [parameters.length + 1, parameters.length + 2];
    const [row] = await this.database.query<Counted>(
      `SELECT count(*) FILTER (WHERE id < $${upToAt}::uuid) AS settled, count(*) FILTER (WHERE id >= $${upToAt}::uuid) AS recent
       FROM ${view} WHERE ${where} AND id >= $${fromAt}::uuid`,
      [...parameters, from, upTo],
    );
    return row!;
  }
}

/** The smallest UUIDv7 of a millisecond. */
export function firstIdAt(epochMs: number): string {
  const time = Math.trunc(epochMs).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
