import type { Destination } from '../destination.js';
import type { PayoutResult } from '../bank.port.js';

/** What the sandbox's bank does with a payment, by words in its Pix key. */
export const SANDBOX_PIX_KEYS = {
  fail: 'the bank refuses it: the withdrawal fails, and the wallet is credited again',
  timeout: 'the bank pays it, and its answer is lost: found by inquiring, paid once',
  vanish: 'the bank does not answer and has not heard of it: inquired, and asked for again later',
} as const;
export type SandboxBehaviour = keyof typeof SANDBOX_PIX_KEYS | 'pay';

export function behaviourFor(destination: Destination): SandboxBehaviour {
  if (destination.type !== 'pix') return 'pay';
  const words = Object.keys(SANDBOX_PIX_KEYS) as (keyof typeof SANDBOX_PIX_KEYS)[];
  return words.find((word) => destination.key.includes(word)) ?? 'pay';
}

export const REFUSAL: PayoutResult = { outcome: 'refused', reason: "The recipient's bank refused the payment." };
