import { carryOutTraced } from '@centavo/messaging';
import { Clock, Logger, Tracer, WorkQueue } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { AuthorizeCharge } from './authorize-charge.js';
import { hasTimeForCall, type DueWork } from '../due-work.js';

/** Calls to the acquirer at once. */
const CONCURRENCY = 256;
/** Beyond this, new charges are refused: what waits here would outlive its lease. */
const MAX_QUEUED = 4_000;

/** The charges of this instance that wait for the acquirer. What goes wrong is logged and left to recovery: the task stays until the charge has moved. */
@Injectable()
export class AuthorizationQueue extends WorkQueue<DueWork> {
  constructor(authorizeCharge: AuthorizeCharge, clock: Clock, logger: Logger, tracer: Tracer) {
    super({
      work: async (due) => {
        if (!hasTimeForCall(due, clock.nowMs())) return;
        await carryOutTraced(tracer, 'authorize charge', due, (work) => authorizeCharge.execute(work));
      },
      onFailure: ({ charge }, error) => logger.warn('charge left to recovery', { chargeId: charge.id, error }),
      concurrency: CONCURRENCY,
      maxSize: MAX_QUEUED,
    });
  }
}
