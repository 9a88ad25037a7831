import { newId } from '@centavo/runtime';
import { deliveryIdOf } from './delivery-id.domain.js';

describe('the id of a delivery', () => {
  const eventId = newId();
  const endpointId = newId();

  it('is the same for the same event and endpoint', () => {
    expect(deliveryIdOf(eventId, endpointId)).toBe(deliveryIdOf(eventId, endpointId));
  });

  it('differs for another endpoint, and for another event of the same millisecond', () => {
    const sibling = eventId.slice(0, -1) + (eventId.endsWith('0') ? '1' : '0');
    expect(
      new Set([deliveryIdOf(eventId, endpointId), deliveryIdOf(eventId, newId()), deliveryIdOf(sibling, endpointId)])
        .size,
    ).toBe(3);
  });

  it("is a UUIDv7 of the event's millisecond", () => {
    expect(deliveryIdOf(eventId, endpointId)).toMatch(
      new RegExp(`^${eventId.slice(0, 13)}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`),
    );
  });
});
