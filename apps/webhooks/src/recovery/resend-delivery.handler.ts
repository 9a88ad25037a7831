import {
  done,
  DomainError,
  presentPostbackDelivery,
  type Answer,
  type PostbackDelivery,
  type ResendPostbackCommand,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { DueAlarm } from '../delivery/due-alarm.js';
import { lockEndpoint } from '../endpoints/endpoints.sql.js';
import { assertActive } from '../endpoints/assert-active.js';
import { findResendable, queueAgain, readDelivery } from './resend.sql.js';

/** Sends one delivery again, whatever became of it. */
@Controller()
export class ResendDeliveryHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly alarm: DueAlarm,
    private readonly clock: Clock,
  ) {}

  @MessagePattern('postback-deliveries.resend')
  handle(@Payload() command: ResendPostbackCommand, @Ctx() context: BusContext): Promise<Answer<PostbackDelivery>> {
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, command.merchant_id, request, (transaction) => this.#resend(transaction, command)),
    );
  }

  async #resend(
    transaction: Transaction,
    { merchant_id: merchantId, delivery_id: id }: ResendPostbackCommand,
  ): Promise<Answer<PostbackDelivery>> {
    const delivery = await findResendable(transaction, merchantId, id);
    if (!delivery) throw new DomainError('postback_delivery_not_found');
    // Before the delivery, as everywhere: so it is not queued for an endpoint that is given up at the same moment.
    assertActive(await lockEndpoint(transaction, merchantId, delivery.endpoint_id));
    const now = this.clock.now();
    const isQueued = await queueAgain(transaction, delivery, now);
    if (isQueued) transaction.afterCommit(() => this.alarm.ringBy(now.getTime()));
    const message = isQueued ? 'Delivery queued.' : 'The delivery is being attempted just now.';
    return done(message, presentPostbackDelivery(await readDelivery(transaction, id)));
  }
}
