import type { Endpoint } from '../endpoints/endpoint.js';
import type { DueKey } from './due-deliveries.sql.js';

/** A delivery that this instance has leased: everything an attempt needs, without another look into the database. */
export interface DeliveryJob {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly resourceId: string;
  readonly endpoint: Endpoint;
  /** The exact bytes to sign and send. */
  readonly body: string;
  /** Number of the attempt to make, from 1. */
  readonly attempt: number;
  readonly leasedUntilMs: number;
}

/** The job's row in due_deliveries. */
export const dueKeyOf = ({ endpoint, resourceId, eventId }: DeliveryJob): DueKey => ({
  endpointId: endpoint.id,
  resourceId,
  eventId,
});

export const isFirstAttempt = (job: DeliveryJob): boolean => job.attempt === 1;
