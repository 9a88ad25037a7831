import { presentPostbackEndpoint, type PostbackDisabledReason, type PostbackEndpointRecord } from '@centavo/contracts';
import { eventMessage, Outbox } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock, faultPoint, Logger } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { ENDPOINT_COLUMNS } from '../endpoints/endpoints.sql.js';
import { cancelDeliveriesOf } from './cancel-deliveries.sql.js';
import { DeliveryLimits } from './delivery-limits.js';

interface Disabled extends PostbackEndpointRecord {
  readonly sequence: number;
  readonly previous_outbox_id: string | null;
}

/** Gives an endpoint up: it answered 410, or nothing has succeeded there for days. Its merchant's other endpoints hear of it. */
@Injectable()
export class DisableEndpoint {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly limits: DeliveryLimits,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Never throws: whatever it could not do comes up again with the endpoint's next answer. */
  async execute(endpointId: string, reason: PostbackDisabledReason): Promise<void> {
    try {
      faultPoint('disable.before-commit');
      const count = await this.database.transaction((transaction) => this.#disable(transaction, endpointId, reason));
      faultPoint('disable.after-commit');
      if (count !== null) this.logger.info('postback endpoint disabled', { endpointId, reason, count });
    } catch (error) {
      this.logger.warn('could not disable a postback endpoint', { endpointId, error });
    }
  }

  /** @returns how many deliveries were canceled; null when there was nothing to disable any more */
  async #disable(transaction: Transaction, endpointId: string, reason: PostbackDisabledReason): Promise<number | null> {
    const now = this.clock.now();
    const failingUntil = new Date(now.getTime() - this.limits.failingMs);
    if (!(await lockDoomed(transaction, endpointId, reason, failingUntil))) return null;
    const count = await cancelDeliveriesOf(transaction, endpointId);
    const outboxId = this.outbox.newId();
    // Last, because it locks the row of directory_version, for which every other change of an endpoint waits.
    const endpoint = await disable(transaction, { endpointId, reason, now, outboxId });
    const message = eventMessage({
      service: 'webhooks',
      event: 'postback_endpoint.disabled',
      occurredAt: now.toISOString(),
      sequence: endpoint.sequence,
      data: presentPostbackEndpoint(endpoint),
      key: endpointId,
      attributes: { merchantId: endpoint.merchant_id, resourceId: endpointId },
      cause: {},
    });
    await this.outbox.add(transaction, { id: outboxId, messages: [message], follows: [endpoint.previous_outbox_id] });
    return count;
  }
}

/** Locks the endpoint if it is still to be disabled: something may have succeeded in the meantime, or its merchant may have been quicker. */
async function lockDoomed(
  transaction: Transaction,
  endpointId: string,
  reason: PostbackDisabledReason,
  failingUntil: Date,
): Promise<boolean> {
  const rows = await transaction.query(
    `SELECT FROM postback_endpoints
     WHERE id = $1 AND status = 'active' AND ($2 <> 'failing' OR EXISTS (
       SELECT FROM failing_endpoints WHERE endpoint_id = $1 AND failing_since <= $3))
     FOR UPDATE`,
    [endpointId, reason, failingUntil],
  );
  return rows.length > 0;
}

interface Disabling {
  readonly endpointId: string;
  readonly reason: PostbackDisabledReason;
  readonly now: Date;
  readonly outboxId: string;
}

async function disable(transaction: Transaction, { endpointId, reason, now, outboxId }: Disabling): Promise<Disabled> {
  const [endpoint] = await transaction.query<Disabled>(
    `UPDATE postback_endpoints
     SET status = 'disabled', disabled_reason = $2, disabled_at = $3, updated_at = $3, sequence = sequence + 1, outbox_id = $4
     WHERE id = $1
     RETURNING ${ENDPOINT_COLUMNS}, sequence, old.outbox_id AS previous_outbox_id`,
    [endpointId, reason, now, outboxId],
  );
  return endpoint!;
}
