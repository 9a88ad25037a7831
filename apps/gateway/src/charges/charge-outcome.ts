import { presentCharge, type Charge, type ChargeRecord } from '@centavo/contracts';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { Patience } from '../http/patience.js';
import { ChargeRecords } from './charge-records.js';

/** A card's outcome is there in milliseconds or, from a slow acquirer, in seconds: look often at first, then less so. */
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;
const PAUSE_GROWTH = 2;

/** Waits for what becomes of a new charge, for clients that would rather not ask again. */
@Injectable()
export class ChargeOutcome implements BeforeApplicationShutdown {
  readonly #draining = new AbortController();

  constructor(private readonly records: ChargeRecords) {}

  beforeApplicationShutdown(): void {
    this.#draining.abort();
  }

  /**
   * The charge as it is when its outcome is known, its client's patience has ended or this process stops.
   * @param charge as it was made
   */
  async of(charge: Charge, patience: Patience): Promise<Charge> {
    const giveUpAtMs = performance.now() + patience.seconds * 1000;
    const signal = AbortSignal.any([patience.gone, this.#draining.signal]);
    let latest = charge;
    let pauseMs = FIRST_PAUSE_MS;
    while (!isDecided(latest) && !signal.aborted) {
      const leftMs = giveUpAtMs - performance.now();
      if (leftMs <= 0) break;
      await pause(Math.min(pauseMs, leftMs), signal);
      pauseMs = Math.min(pauseMs * PAUSE_GROWTH, MAX_PAUSE_MS);
      latest = (await this.#read(charge.id)) ?? latest;
    }
    return latest;
  }

  /** The charge is made, whatever becomes of reading it: its client is not to be told of an error. */
  async #read(id: string): Promise<Charge | undefined> {
    const record: ChargeRecord | undefined = await this.records.find(id).catch(() => undefined);
    return record && presentCharge(record);
  }
}

/** Decided, or in the hands of the payer, who has the code. */
const isDecided = ({ status, payment_details: details }: Charge): boolean =>
  status !== 'pending' ||
  ('qr_code' in details && details.qr_code !== null) ||
  ('line' in details && details.line !== null);

async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(durationMs, undefined, { signal });
  } catch {
    // Cut short: the caller looks at the signal.
  }
}
