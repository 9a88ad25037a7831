import { Injectable } from '@nestjs/common';
import { isFirstAttempt, type DeliveryJob } from './delivery-job.js';
import type { Outcome } from './deliveries.sql.js';

/** A first attempt that this instance has in hand, or had when it was asked for. */
export interface OwnFirstAttempt {
  readonly deliveryId: string;
  readonly resourceId: string;
  /** Whether it has gone back to the table since, unattempted: whatever relied on it must not go before it. */
  wasGivenBack: boolean;
}

/**
 * The first attempts that this instance has in hand: from when it takes over a delivery until the table knows what became of it, or until it
 * is given back.
 *
 * A lease in the table does not say as much. When the database commits a lease and its answer is lost, the delivery is leased to an
 * instance that has never heard of it, and the next event of its resource must not overtake it.
 */
@Injectable()
export class OwnFirstAttempts {
  readonly #byResource = new Map<string, Map<string, OwnFirstAttempt>>();

  add(job: DeliveryJob): void {
    if (!isFirstAttempt(job)) return;
    const { resourceId, deliveryId } = job;
    const known = this.#byResource.get(resourceId) ?? new Map<string, OwnFirstAttempt>();
    this.#byResource.set(resourceId, known.set(deliveryId, { deliveryId, resourceId, wasGivenBack: false }));
  }

  /** It is settled. */
  delete({ resourceId, deliveryId }: Pick<Outcome, 'resourceId' | 'deliveryId'>): void {
    const known = this.#byResource.get(resourceId);
    if (known?.delete(deliveryId) && known.size === 0) this.#byResource.delete(resourceId);
  }

  /** It goes back to the table: from now on nothing may rely on its being here. */
  giveBack(job: DeliveryJob): void {
    const own = this.#byResource.get(job.resourceId)?.get(job.deliveryId);
    if (own) own.wasGivenBack = true;
    this.delete(job);
  }

  /** Those in hand that are of these resources. */
  of(resourceIds: Iterable<string>): OwnFirstAttempt[] {
    return [...new Set(resourceIds)].flatMap((resourceId) => [...(this.#byResource.get(resourceId)?.values() ?? [])]);
  }
}
