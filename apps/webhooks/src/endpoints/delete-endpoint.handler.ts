import { done, type Answer, type DeletePostbackEndpointCommand } from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { cancelDeliveriesOf } from '../delivery/cancel-deliveries.sql.js';
import { EndpointChanges } from '../delivery/endpoint-changes.js';
import { forgetFailures, removeEndpoint } from './endpoints.sql.js';
import { holdEndpoint } from './hold-endpoint.js';

@Controller()
export class DeleteEndpointHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly changes: EndpointChanges,
    private readonly clock: Clock,
  ) {}

  @MessagePattern('postback-endpoints.delete')
  handle(
    @Payload() command: DeletePostbackEndpointCommand,
    @Ctx() context: BusContext,
  ): Promise<Answer<{ id: string; deleted: true }>> {
    const { merchant_id: merchantId, endpoint_id: id } = command;
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, merchantId, request, async (transaction) => {
        await holdEndpoint(transaction, merchantId, id);
        await cancelDeliveriesOf(transaction, id);
        await forgetFailures(transaction, id);
        // Last, as of every change: it locks the row of directory_version.
        await removeEndpoint(transaction, id, this.clock.now());
        transaction.afterCommit(() => this.changes.announce(id));
        return done('Postback endpoint deleted.', { id, deleted: true as const });
      }),
    );
  }
}
