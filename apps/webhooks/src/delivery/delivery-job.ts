import type { Endpoint } from '../endpoints/endpoint.js';
import { DUE_PRIORITIES, type DueKey, type DuePriority } from './due-deliveries.sql.js';

/** A delivery that this instance has leased: everything an attempt needs, without another look into the database. */
export interface DeliveryJob {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly resourceId: string;
  readonly endpoint: Endpoint;
  /** The exact bytes to sign and send. */
  readonly body: string;
  /** Of the event's trace. */
  readonly traceparent: string | null;
  /** Number of the attempt to make by the schedule, from 1; it begins anew when somebody asks to send again. */
  readonly attempt: number;
  readonly priority: DuePriority;
  readonly leasedUntilMs: number;
  /** Whether it was taken from the table, and not stored here just now. */
  readonly isClaimed: boolean;
}

/** The job's row in due_deliveries, as it was leased for it. */
export const dueKeyOf = ({ endpoint, resourceId, eventId, leasedUntilMs }: DeliveryJob): DueKey => ({
  endpointId: endpoint.id,
  resourceId,
  eventId,
  leasedUntilMs,
});

/** Of an event that has just happened: what is sent again is in no hurry. */
export const isFirstAttempt = (job: DeliveryJob): boolean => job.priority === DUE_PRIORITIES.first;
