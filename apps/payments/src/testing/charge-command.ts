import {
  DEFAULT_FEES,
  type CreateChargeCommand,
  type CreateChargeDto,
  type IdempotencyRequest,
} from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aChargeBody } from '@centavo/testing';

/** A valid `charges.create` command of R$ 100.00 by `tok_visa`; `body` replaces fields. */
export function aChargeCommand(
  body: Partial<CreateChargeDto> = {},
  { merchantId = newId(), idempotency = null }: { merchantId?: string; idempotency?: IdempotencyRequest | null } = {},
): CreateChargeCommand {
  return {
    charge_id: newId(),
    merchant_id: merchantId,
    idempotency,
    fees: DEFAULT_FEES,
    body: aChargeBody(body),
  };
}
