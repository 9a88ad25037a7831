import { asPartOf, inLogContext } from '@centavo/runtime';
import type { MemberOutcome, ReceivedMessage } from '../bus.js';

/**
 * Carries out commands of a batch at once, each on its own: what one throws is its own fate.
 * @param execute returns the reply
 */
export const carryOutEach = <Payload>(
  messages: readonly ReceivedMessage<Payload>[],
  execute: (message: ReceivedMessage<Payload>) => Promise<unknown>,
): Promise<MemberOutcome[]> =>
  Promise.all(
    messages.map(async (message) => {
      try {
        const { traceparent } = message.headers;
        return { reply: await inLogContext([message], () => asPartOf(traceparent, () => execute(message))) };
      } catch (error) {
        return { error };
      }
    }),
  );
