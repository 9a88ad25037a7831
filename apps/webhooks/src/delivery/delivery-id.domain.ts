import { createHash } from 'node:crypto';

/**
 * The id of the delivery of an event to an endpoint, always the same one. So the primary key alone keeps a delivery from being
 * made twice, however often the bus brings the event. It is a UUIDv7 whose time is the event's (RFC 9562): deliveries sort by time and
 * fall into the partition of their week; the 74 bits that are otherwise random are a hash of both ids.
 */
export function deliveryIdOf(eventId: string, endpointId: string): string {
  const bytes = createHash('sha256').update(eventId).update(endpointId).digest().subarray(0, 16);
  bytes.set(Buffer.from(eventId.slice(0, 13).replace('-', ''), 'hex'));
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
