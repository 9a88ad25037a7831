import { eventsOf, type PublicEventKind } from '@centavo/contracts';
import type { AddressedMessage } from '@centavo/messaging';
import { newId } from '@centavo/runtime';

/** An event as payments would publish it. */
export function anEvent(
  merchantId: string,
  fields: Partial<AddressedMessage & { resourceId: string }> = {},
): AddressedMessage {
  const { resourceId = newId(), ...message } = fields;
  const id = newId();
  const type: PublicEventKind = 'charge.pending';
  const payload = {
    id,
    event: fields.type ?? type,
    sequence: 1,
    data: { id: resourceId, description: 'Camiseta São João' },
  };
  return {
    id,
    type,
    key: resourceId,
    topic: eventsOf('payments'),
    value: JSON.stringify(payload),
    headers: { merchantId, resourceId },
    ...message,
  };
}
