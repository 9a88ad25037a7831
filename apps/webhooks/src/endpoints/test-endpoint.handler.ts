import {
  created,
  presentPostbackDelivery,
  presentPostbackEndpoint,
  type Answer,
  type PostbackDelivery,
  type PostbackDeliveryRecord,
  type PostbackEndpointRecord,
  type TestPostbackEndpointCommand,
} from '@centavo/contracts';
import { BusContext, eventMessage, Idempotency, oncePerCommand } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { deliveryIdOf } from '../delivery/delivery-id.domain.js';
import type { StoredEvent } from '../fan-out/fan-out.sql.js';
import { NewDeliveries } from '../fan-out/new-deliveries.js';
import { assertActive } from './assert-active.js';
import { EndpointReader } from './endpoint-reader.js';
import { nextSequence } from './endpoints.sql.js';
import { holdEndpoint } from './hold-endpoint.js';

/** Sends one endpoint an event, whatever it wants to hear. The event does not go over the bus, where every other endpoint listens. */
@Controller()
export class TestEndpointHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly reader: EndpointReader,
    private readonly newDeliveries: NewDeliveries,
    private readonly clock: Clock,
  ) {}

  @MessagePattern('postback-endpoints.test')
  handle(
    @Payload() command: TestPostbackEndpointCommand,
    @Ctx() context: BusContext,
  ): Promise<Answer<PostbackDelivery>> {
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, command.merchant_id, request, (transaction) =>
        this.#test(transaction, command, context),
      ),
    );
  }

  async #test(
    transaction: Transaction,
    { merchant_id, endpoint_id: id }: TestPostbackEndpointCommand,
    context: BusContext,
  ): Promise<Answer<PostbackDelivery>> {
    const record = await holdEndpoint(transaction, merchant_id, id);
    assertActive(record);
    const now = this.clock.now();
    const event = eventOf(record, await nextSequence(transaction, id), now, context);
    const endpoint = await this.reader.one(transaction, id);
    transaction.afterCommit(await this.newDeliveries.store(transaction, [event], [{ event, endpoint }], now));
    return created('Test event queued.', presentPostbackDelivery(deliveryOf(event, now)));
  }
}

function eventOf(record: PostbackEndpointRecord, sequence: number, now: Date, { caused }: BusContext): StoredEvent {
  const { id: resourceId, merchant_id: merchantId } = record;
  const { id, type, value, headers } = eventMessage({
    service: 'webhooks',
    event: 'postback.test',
    occurredAt: now.toISOString(),
    sequence,
    data: presentPostbackEndpoint(record),
    key: resourceId,
    attributes: { merchantId, resourceId },
    cause: caused,
  });
  const { traceparent = null } = headers;
  return { id, merchantId, event: type, resourceId, body: value, traceparent };
}

/** As it has just been stored. */
const deliveryOf = (event: StoredEvent, now: Date): PostbackDeliveryRecord => ({
  id: deliveryIdOf(event.id, event.resourceId),
  merchant_id: event.merchantId,
  endpoint_id: event.resourceId,
  event: event.event,
  event_id: event.id,
  resource_id: event.resourceId,
  status: 'pending',
  attempt_count: 0,
  next_attempt_at: now,
  delivered_at: null,
  created_at: now,
  attempts: [],
});
