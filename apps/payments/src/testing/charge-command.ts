import {
  DEFAULT_FEES,
  type CreateChargeCommand,
  type CreateChargeDto,
  type IdempotencyRequest,
} from '@centavo/contracts';
import { newId } from '@centavo/runtime';

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
    body: {
      amount: 10_000,
      product_type: 'physical',
      customer: {
        name: 'Maria Silva',
        email: 'maria@example.com',
        tax_id: '12345678909',
        phone: '+5511987654321',
        type: 'individual',
      },
      items: [{ name: 'Camiseta', quantity: 1, unit_price: 10_000, tangible: true }],
      payment_method: 'credit_card',
      payment_details: { token: 'tok_visa' },
      ...body,
    },
  };
}
