import { presentPostbackEndpoint, type PostbackEndpointRecord } from '@centavo/contracts';
import { eventMessage, Outbox } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock, faultPoint, Logger, Metrics } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { ENDPOINT_COLUMNS } from '../endpoints/endpoints.sql.js';
import { cancelDeliveriesOf } from './cancel-deliveries.sql.js';
import { DeliveryLimits } from './delivery-limits.js';
import { EndpointChanges } from './endpoint-changes.js';

interface Disabled extends PostbackEndpointRecord {
  readonly sequence: number;
  readonly previous_outbox_id: string | null;
}

/** Why an endpoint is to be disabled. It is made sure of again: meanwhile its merchant may have changed it, or something succeeded. */
export type DisablingGround =
  /** Of the endpoint as it was when it answered that. */
  { readonly reason: 'gone'; readonly updatedAt: Date } | { readonly reason: 'failing' };

/**
 * Gives endpoints up that answered 410, or where nothing has succeeded for days. Their merchants' other endpoints hear of it. One after
 * the other, and each once however many answers ask for it: it may have to wait for somebody who changes the endpoint, and nobody else
 * should wait with it, nor for the connections that it would take.
 */
@Injectable()
export class DisableEndpoint {
  readonly #disabled;
  readonly #requested = new Map<string, DisablingGround>();
  #working: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly changes: EndpointChanges,
    private readonly limits: DeliveryLimits,
    private readonly clock: Clock,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.#disabled = metrics.counter('postback_disabled_endpoints_total');
  }

  /** Returns at once. Whatever cannot be done comes up again with the endpoint's next answer. */
  request(endpointId: string, ground: DisablingGround): void {
    this.#requested.set(endpointId, ground);
    this.#working ??= this.#work();
  }

  /** Resolves when nothing is asked for any more. */
  async drained(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    // This goes on to what is added meanwhile.
    for (const [endpointId, ground] of this.#requested) {
      this.#requested.delete(endpointId);
      await this.#tryToDisable(endpointId, ground);
    }
    this.#working = undefined;
  }

  async #tryToDisable(endpointId: string, ground: DisablingGround): Promise<void> {
    try {
      faultPoint('disable.before-commit');
      const count = await this.database.transaction((transaction) => this.#disable(transaction, endpointId, ground));
      faultPoint('disable.after-commit');
      const { reason } = ground;
      if (count === null) return;
      this.#disabled.inc({ reason });
      this.logger.info('postback endpoint disabled', { endpointId, reason, count });
    } catch (error) {
      this.logger.warn('could not disable a postback endpoint', { endpointId, error });
    }
  }

  /** @returns how many deliveries were canceled; null when there was nothing to disable any more */
  async #disable(transaction: Transaction, endpointId: string, ground: DisablingGround): Promise<number | null> {
    const now = this.clock.now();
    const failingUntil = new Date(now.getTime() - this.limits.failingMs);
    if (!(await lockDoomed(transaction, endpointId, ground, failingUntil))) return null;
    const count = await cancelDeliveriesOf(transaction, endpointId);
    const outboxId = this.outbox.newId();
    // Last, because it locks the row of directory_version, for which every other change of an endpoint waits.
    const endpoint = await disable(transaction, { endpointId, reason: ground.reason, now, outboxId });
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
    transaction.afterCommit(() => this.changes.announce(endpointId));
    return count;
  }
}

/** Locks the endpoint. @returns whether it is still to be disabled */
async function lockDoomed(
  transaction: Transaction,
  endpointId: string,
  ground: DisablingGround,
  failingUntil: Date,
): Promise<boolean> {
  const [endpoint] = await transaction.query<{ updated_at: Date }>(
    `SELECT updated_at FROM postback_endpoints WHERE id = $1 AND status = 'active' FOR UPDATE`,
    [endpointId],
  );
  if (!endpoint) return false;
  if (ground.reason === 'gone') return endpoint.updated_at.getTime() === ground.updatedAt.getTime();
  // Not in the statement above, which sees the other table as it was before the lock had to be waited for.
  const failing = await transaction.query(
    'SELECT FROM failing_endpoints WHERE endpoint_id = $1 AND failing_since <= $2',
    [endpointId, failingUntil],
  );
  return failing.length > 0;
}

interface Disabling {
  readonly endpointId: string;
  readonly reason: DisablingGround['reason'];
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
