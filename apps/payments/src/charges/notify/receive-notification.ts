import { done, presentCharge } from '@centavo/contracts';
import { isHandled, RetriableError } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, Logger } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import {
  AcquirerNotifications,
  type AcquirerNotification,
  type NotificationOrigin,
} from '../../acquirers/acquirer.port.js';
import { findTask } from '../charge-tasks.sql.js';
import {
  canMove,
  chargebackMove,
  loseDisputeMove,
  payMove,
  winDisputeMove,
  type ChargeMove,
} from '../charge-transition.domain.js';
import { isPaidByCode, type ChargeState } from '../charge.domain.js';
import { findCharges } from '../charges.sql.js';
import { ChargeWriter } from '../write/charge-writer.js';
import { NOTIFICATIONS } from '../write/write-moves.js';

/** What the acquirer tells on its own account: a Pix or boleto was paid, a payer disputes, a dispute has ended. */
@Injectable()
export class ReceiveNotification extends AcquirerNotifications {
  constructor(
    private readonly database: Database,
    private readonly writer: ChargeWriter,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
  }

  /** @throws RetriableError while an operation is under way for the charge, which might lead elsewhere */
  async receive(notification: AcquirerNotification, origin?: NotificationOrigin): Promise<boolean> {
    const [charge] = await findCharges(this.database, [notification.reference]);
    // After the charge, so that what happens in between makes the version stale that was read.
    if (await this.#isHandled(notification)) return true;
    if (charge && (await findTask(this.database, charge.id))) throw new RetriableError('the charge is being worked on');
    const move = charge && moveFor(charge, notification, this.clock.now());
    if (!move) {
      // Money may have come for a charge that has ended: somebody has to give it back.
      const { kind: type, reference: chargeId } = notification;
      this.logger.warn('a notification does not fit the charge', { type, chargeId, status: charge?.status });
      return false;
    }
    const answers = origin && { request: origin.request, answer: done('Done.', presentCharge(move.after)) };
    const isWritten = await this.writer.move({
      move,
      cause: origin?.cause ?? {},
      ...(answers && { answers }),
      ...('id' in notification && { notificationId: notification.id }),
    });
    if (!isWritten) throw new RetriableError('the charge has just changed');
    return true;
  }

  /** What tells of a payment needs no mark: it does nothing to a charge that is not pending. */
  async #isHandled(notification: AcquirerNotification): Promise<boolean> {
    return 'id' in notification && (await isHandled(this.database, NOTIFICATIONS, notification.id));
  }
}

/** Undefined when what is told does not fit the charge, as when it is told twice. */
function moveFor(charge: ChargeState, notification: AcquirerNotification, now: Date): ChargeMove | undefined {
  const isOpen = charge.status === 'chargeback' && charge.dispute === 'open';
  switch (notification.kind) {
    case 'paid':
      return canMove(charge, 'pay') && isPaidByCode(charge) ? payMove(charge, notification.payment, now) : undefined;
    case 'chargeback':
      return canMove(charge, 'charge_back') ? chargebackMove(charge, now) : undefined;
    case 'dispute_won':
      return isOpen ? winDisputeMove(charge, now) : undefined;
    case 'dispute_lost':
      return isOpen ? loseDisputeMove(charge, now) : undefined;
  }
}
