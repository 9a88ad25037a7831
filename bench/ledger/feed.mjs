import { newCapture } from './captures.mjs';

/** As an outbox publishes them: so many events of one transaction, and so many transactions before the first has been heard. */
const eventsPerCall = 50;
const callsAtOnce = 40;
/** Neighbours in the feed are no neighbours in the database. Prime, so that every wallet has its turn. */
const stride = 7919;
/** These are looked for to know that all have arrived. */
const lastOnes = 200;

/**
 * Publishes captures as fast as the bus takes them.
 * @param {{publish: (messages: object[]) => Promise<void>}} bus
 * @param {{count: number, merchantIds: string[], method: 'credit_card' | 'pix'}} load each capture another merchant's, in turn
 * @returns {Promise<string[]>} ids of the last events
 */
export async function feed(bus, { count, merchantIds, method }) {
  const lastIds = [];
  const make = (number) => {
    const merchantId = merchantIds[(number * stride) % merchantIds.length];
    const event = newCapture({ merchantId, method });
    if (number >= count - lastOnes) lastIds.push(event.id);
    return event;
  };
  const publishEvery = async (first) => {
    for (let number = first; number < count; number += callsAtOnce * eventsPerCall) {
      const size = Math.min(eventsPerCall, count - number);
      await bus.publish(Array.from({ length: size }, (_, index) => make(number + index)));
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, (_, call) => publishEvery(call * eventsPerCall)));
  return lastIds;
}
