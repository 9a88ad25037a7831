import { randomInt } from 'node:crypto';
import { endToEndId } from '@centavo/brazil';
import { Database } from '@centavo/persistence';
import { Clock, faultPoint, newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { AcquirerNotifications, type NotificationOrigin } from '../acquirer.port.js';
import { SANDBOX_ISPB } from './sandbox-codes.domain.js';
import { payInvoice } from './sandbox-payments.sql.js';

/**
 * Lets things happen at the sandbox acquirer that nobody asked it for, and tells them as it would. Each is done when it resolves, to
 * whether it fitted the charge. A payment that is made again is only told again, which changes nothing.
 */
@Injectable()
export class SandboxTriggers {
  constructor(
    private readonly database: Database,
    private readonly notifications: AcquirerNotifications,
    private readonly clock: Clock,
  ) {}

  /**
   * Somebody pays a Pix code or a boleto; false also when the sandbox has none that could be paid. Should this process die before it is told,
   * the payment is found by `inquirePayment`.
   */
  async pay(reference: string, origin?: NotificationOrigin): Promise<boolean> {
    const now = this.clock.now();
    const payment = await payInvoice(this.database, {
      reference,
      endToEndId: endToEndId(SANDBOX_ISPB, now, randomInt),
      now,
    });
    faultPoint('notify.after-acquirer');
    return payment !== undefined && this.notifications.receive({ kind: 'paid', reference, payment }, origin);
  }

  /** The payer disputes a captured payment. */
  chargeback(reference: string, origin?: NotificationOrigin): Promise<boolean> {
    return this.notifications.receive({ id: newId(), kind: 'chargeback', reference }, origin);
  }

  disputeWon(reference: string, origin?: NotificationOrigin): Promise<boolean> {
    return this.notifications.receive({ id: newId(), kind: 'dispute_won', reference }, origin);
  }

  disputeLost(reference: string, origin?: NotificationOrigin): Promise<boolean> {
    return this.notifications.receive({ id: newId(), kind: 'dispute_lost', reference }, origin);
  }
}
