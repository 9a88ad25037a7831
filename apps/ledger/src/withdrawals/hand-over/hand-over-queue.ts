import { carryOutTraced } from '@centavo/messaging';
import { Logger, Tracer, WorkQueue } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { DueWork } from '../due-work.js';
import { HandOver } from './hand-over.js';

/** Withdrawals that are handed over at once. */
const CONCURRENCY = 64;
/** Beyond this, new withdrawals are refused: what waited longer would be taken over by others, who have no more time for it. */
const MAX_QUEUED = 4_000;

/**
 * The withdrawals of this instance that wait for the bank. What goes wrong is logged and left to recovery: the task stays until the withdrawal has
 * ended.
 */
@Injectable()
export class HandOverQueue extends WorkQueue<DueWork> {
  constructor(handOver: HandOver, logger: Logger, tracer: Tracer) {
    super({
      work: async (due) =>
        void (await carryOutTraced(tracer, 'hand over withdrawal', due, (work) => handOver.execute(work))),
      onFailure: ({ withdrawal }, error) =>
        logger.warn('withdrawal left to recovery', { withdrawalId: withdrawal.id, error }),
      concurrency: CONCURRENCY,
      maxSize: MAX_QUEUED,
    });
  }
}
