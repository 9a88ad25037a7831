import type { Answer, Charge, IdempotencyRequest } from '@centavo/contracts';
import { RetriableError } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { setImmediate as turn } from 'node:timers/promises';
import type { ChargeState } from '../charges/charge.domain.js';

/** What every command about an existing charge has. */
export const about = ({ id, merchant_id }: Pick<ChargeState, 'id' | 'merchant_id'>) => ({
  charge_id: id,
  merchant_id,
  idempotency: null,
});

/** A request of a client that gave a key of its own. */
export const aKey = (key = newId(), fingerprint = 'f'): IdempotencyRequest => ({
  scope: 'POST /v1/charges/x',
  key,
  fingerprint,
});

/** What stands for a key when the client gave none: the command's own id. */
export const aCommand = (): IdempotencyRequest => ({ scope: 'command', key: newId(), fingerprint: '' });

export function dataOf(answer: Answer<Charge>): Charge {
  if (!answer.ok) throw new Error(answer.error);
  return answer.data;
}

/** Tries again for as long as something else is under way for the charge, as the bus does. */
export async function whenFree<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RetriableError)) throw error;
      await turn();
    }
  }
}
