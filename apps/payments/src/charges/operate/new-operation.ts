import type { IdempotencyRequest } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import type { ChargeOperation } from './operation.domain.js';

interface Plan {
  readonly kind: ChargeOperation['kind'];
  /** Centavos. */
  readonly amount: bigint;
  /** Of a refund its id; others get one of their own. */
  readonly reference?: string;
  readonly reason?: string | null | undefined;
  readonly request: IdempotencyRequest | null;
}

/** An operation that is about to begin. It has its reference from the beginning: whoever carries it out, and however often, does it once. */
export const newOperation = ({ kind, amount, reference = newId(), reason, request }: Plan): ChargeOperation => ({
  kind,
  reference,
  amount: String(amount),
  reason: reason ?? null,
  request,
});
