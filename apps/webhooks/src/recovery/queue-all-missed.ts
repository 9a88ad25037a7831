import type { Transaction } from '@centavo/persistence';
import type { Clock } from '@centavo/runtime';
import type { DeliveryLimits } from '../delivery/delivery-limits.js';
import { lookForMissed, queueMissed, type Recovery } from './missed-events.sql.js';

/** How far a recovery came. */
export interface Progress {
  readonly queued: number;
  /** After which event there may be more to recover; null when nothing is left. */
  readonly moreAfter: string | null;
}

/**
 * Walks through a merchant's events and queues those that an endpoint has missed, until there are no more, or until it is enough for one
 * time: so many are queued, or were looked at, or it has taken so long. It goes on looking when enough are queued, to say whether there are
 * more.
 * @param after the id after which to begin
 */
export async function queueAllMissed(
  transaction: Transaction,
  recovery: Recovery,
  after: string,
  limits: DeliveryLimits,
  clock: Clock,
): Promise<Progress> {
  const now = clock.now();
  const endsAtMs = now.getTime() + limits.recoveryMs;
  let [lastId, looked, queued] = [after, 0, 0];
  let leftAfter: string | null = null;
  while (looked < limits.recoveryLooks && clock.nowMs() <= endsAtMs) {
    const room = limits.recovered - queued;
    const limit = Math.min(limits.recoveredInStep, room || Infinity);
    const look = await lookForMissed(transaction, recovery, lastId, limit);
    if (look.missed.length > 0) {
      if (room === 0) break;
      const step = await queueMissed(transaction, recovery, look.missed, now);
      queued += step.queued;
      if (step.is_left) leftAfter ??= lastId;
    }
    if (look.looked < limit) return { queued, moreAfter: leftAfter };
    looked += look.looked;
    lastId = look.lastId;
  }
  return { queued, moreAfter: leftAfter ?? lastId };
}
