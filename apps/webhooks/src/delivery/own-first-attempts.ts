import { Injectable } from '@nestjs/common';
import { isFirstAttempt, type DeliveryJob } from './delivery-job.js';
import type { Outcome } from './deliveries.sql.js';

/**
 * The first attempts that this instance has in hand: from when it takes over a delivery until the table knows what became of it.
 *
 * A lease in the table does not say as much. When the database commits a lease and its answer is lost, the delivery is leased to an
 * instance that has never heard of it, and the next event of its resource must not overtake it.
 */
@Injectable()
export class OwnFirstAttempts {
  readonly #byResource = new Map<string, Set<string>>();

  add(job: DeliveryJob): void {
    if (!isFirstAttempt(job)) return;
    const known = this.#byResource.get(job.resourceId);
    if (known) known.add(job.deliveryId);
    else this.#byResource.set(job.resourceId, new Set([job.deliveryId]));
  }

  delete({ resourceId, deliveryId }: Pick<Outcome, 'resourceId' | 'deliveryId'>): void {
    const known = this.#byResource.get(resourceId);
    if (known?.delete(deliveryId) && known.size === 0) this.#byResource.delete(resourceId);
  }

  /** @returns the ids of the deliveries in hand that are of these resources */
  of(resourceIds: Iterable<string>): string[] {
    return [...new Set(resourceIds)].flatMap((resourceId) => [...(this.#byResource.get(resourceId) ?? [])]);
  }
}
