import { Clock, FIRST_ID, firstIdAt, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Selection } from './list.js';

/** What is known of a list's length, and where counting has to go on. */
export interface CountSoFar {
  /** Rows older than `from`. */
  readonly count: number;
  /** The first id to be counted now. */
  readonly from: string;
  /** Below this id no row can appear any more: what is counted up to here is counted for good. */
  readonly upTo: string;
}

const MAX_LISTS = 10_000;
/** How much longer than its deadline a write may take to commit, clocks that differ included. */
const COMMIT_MARGIN_MS = 60_000;

/**
 * Remembers how long lists were. Counting five million rows takes half a second, so what cannot change any more is counted once: ids
 * are made when a request comes in, a command that is older than its deadline is not carried out, and so below an id that is old
 * enough no row can appear. Only what is younger is counted anew; the first count after a start is paid in full.
 */
@Injectable()
export class SettledCounts {
  readonly #known = new LRUCache<string, CountSoFar>({ max: MAX_LISTS });
  readonly #settlesAfterMs: number;

  constructor(
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.#settlesAfterMs = settings.replyTimeoutMs + COMMIT_MARGIN_MS;
  }

  soFar(selection: Selection): CountSoFar {
    if (!selection.isAppendOnly) return { count: 0, from: FIRST_ID, upTo: FIRST_ID };
    const known = this.#known.get(keyOf(selection)) ?? { count: 0, upTo: FIRST_ID };
    const settled = firstIdAt(this.clock.nowMs() - this.#settlesAfterMs);
    return { count: known.count, from: known.upTo, upTo: settled > known.upTo ? settled : known.upTo };
  }

  /** @param settled how many rows there are from `from` up to `upTo` */
  remember(selection: Selection, { count, from, upTo }: CountSoFar, settled: number): void {
    if (selection.isAppendOnly) this.#known.set(keyOf(selection), { count: count + settled, from, upTo });
  }
}

const keyOf = ({ view, where, parameters }: Selection): string => JSON.stringify([view, where, parameters]);
