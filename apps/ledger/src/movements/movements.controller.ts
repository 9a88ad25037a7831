import { BatchEventPattern, type BatchOptions, type MemberOutcome } from '@centavo/messaging';
import { Controller } from '@nestjs/common';
import type { ChargeMessage } from './charge-message.js';
import { TakeMovements } from './take-movements.js';

/** Under load, batches start this far apart: the more movements share a transaction, the less each costs. */
const BATCH: BatchOptions = { maxSize: 400, lingerMs: 50, busyBatchSize: 1 };

/**
 * Every event with which a charge moves money. All have the charge as their key, so that the bus brings them in their order, whichever
 * method takes them: a refund waits for the capture before it.
 */
@Controller()
export class MovementsController {
  constructor(private readonly movements: TakeMovements) {}

  @BatchEventPattern('charge.captured', BATCH)
  captured(messages: readonly ChargeMessage[]): Promise<MemberOutcome[]> {
    return this.movements.take(messages);
  }

  @BatchEventPattern('charge.partially_refunded', BATCH)
  partiallyRefunded(messages: readonly ChargeMessage[]): Promise<MemberOutcome[]> {
    return this.movements.take(messages);
  }

  @BatchEventPattern('charge.refunded', BATCH)
  refunded(messages: readonly ChargeMessage[]): Promise<MemberOutcome[]> {
    return this.movements.take(messages);
  }

  @BatchEventPattern('charge.chargeback', BATCH)
  chargedBack(messages: readonly ChargeMessage[]): Promise<MemberOutcome[]> {
    return this.movements.take(messages);
  }

  @BatchEventPattern('charge.dispute_lost', BATCH)
  disputeLost(messages: readonly ChargeMessage[]): Promise<MemberOutcome[]> {
    return this.movements.take(messages);
  }
}
