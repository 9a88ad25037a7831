import {
  done,
  presentPostbackEndpoint,
  type Answer,
  type PostbackEndpoint,
  type UpdatePostbackEndpointCommand,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock, GuardedHttpClient } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { cancelDeliveriesOf } from '../delivery/cancel-deliveries.sql.js';
import { EndpointChanges } from '../delivery/endpoint-changes.js';
import { assertEndpoint } from './assert-endpoint.js';
import { forgetFailures, updateEndpoint } from './endpoints.sql.js';
import { holdEndpoint } from './hold-endpoint.js';

@Controller()
export class UpdateEndpointHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly client: GuardedHttpClient,
    private readonly changes: EndpointChanges,
    private readonly clock: Clock,
  ) {}

  @MessagePattern('postback-endpoints.update')
  handle(
    @Payload() command: UpdatePostbackEndpointCommand,
    @Ctx() context: BusContext,
  ): Promise<Answer<PostbackEndpoint>> {
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, command.merchant_id, request, (transaction) => this.#update(transaction, command)),
    );
  }

  async #update(
    transaction: Transaction,
    { merchant_id, endpoint_id: id, body }: UpdatePostbackEndpointCommand,
  ): Promise<Answer<PostbackEndpoint>> {
    const { url, events, status } = body;
    assertEndpoint(body, this.client.policy);
    const endpoint = await holdEndpoint(transaction, merchant_id, id);
    if (url === undefined && events === undefined && status === undefined) {
      return done('Nothing to change.', presentPostbackEndpoint(endpoint));
    }
    if (status === 'inactive') await cancelDeliveriesOf(transaction, id);
    // How it has fared says nothing of another address, or of one that its merchant has just put in order.
    if (url !== undefined || status !== undefined) await forgetFailures(transaction, id);
    // Last, because it locks the row of directory_version, for which every other change of an endpoint waits.
    const updated = await updateEndpoint(transaction, id, { url, events, status }, this.clock.now());
    transaction.afterCommit(() => this.changes.announce(id));
    return done('Postback endpoint updated.', presentPostbackEndpoint(updated));
  }
}
