import type { CreateChargeDto, PaymentMethod } from '@centavo/contracts';
import fc from 'fast-check';

/** A valid body of `POST /v1/charges`: R$ 100.00 by `tok_visa`; `fields` replaces some. */
export const aChargeBody = (fields: Partial<CreateChargeDto> = {}): CreateChargeDto => ({
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
  payment_details: { token: 'tok_visa', installments: 1 },
  ...fields,
});

const PAYMENT_DETAILS: Record<PaymentMethod, CreateChargeDto['payment_details']> = {
  credit_card: { token: 'tok_visa', installments: 1 },
  debit_card: { token: 'tok_visa' },
  pix: { expires_in: 3600 },
  boleto: { instructions: 'Não receber após o vencimento' },
};

/** A valid body by a payment method; `fields` replaces some. */
export const aChargeBodyBy = (method: PaymentMethod, fields: Partial<CreateChargeDto> = {}): CreateChargeDto =>
  aChargeBody({ payment_method: method, payment_details: PAYMENT_DETAILS[method], ...fields });

/** A valid body with every optional part that does not depend on the payment method. */
const aFullChargeBodyBy = (method: PaymentMethod): CreateChargeDto =>
  aChargeBodyBy(method, {
    splits: [
      {
        recipient_id: '01900000-0000-7000-8000-000000000001',
        type: 'percentage',
        amount: 33.33,
        charge_remainder: true,
      },
      { recipient_id: '01900000-0000-7000-8000-000000000002', type: 'flat', amount: 100 },
    ],
    shipping_address: {
      street: 'Rua Augusta',
      number: '1500',
      neighborhood: 'Consolação',
      city: 'São Paulo',
      state: 'SP',
      zip_code: '01304001',
    },
  });

const PATHS = words(`
  amount currency shipping_amount product_type customer items payment_method payment_details submerchant_id soft_descriptor
  metadata id status constructor toString customer.name customer.email customer.tax_id customer.phone customer.type customer.id
  items.0 items.1 items.0.name items.0.quantity items.0.unit_price items.0.tangible payment_details.token
  payment_details.installments payment_details.capture payment_details.expires_in payment_details.expires_at
  payment_details.due_at payment_details.instructions metadata.key metadata.a.b splits splits.0 splits.2 splits.0.type
  splits.0.amount splits.1.amount splits.1.charge_remainder splits.1.recipient_id shipping_address shipping_address.state
  shipping_address.country shipping_address.zip_code billing_address
`);

const NUMBERS = [0, 1, 12, 13, 60, -1, 1.5, 0.01, 33.333, 100.01, 1e12, 1e12 + 1, 1e308, -1e308];
const TEXTS = ['', ' ', 'a'.repeat(255), 'a'.repeat(256), '\u0000', '\ud800', '💳', "'; DROP TABLE charges;--"];
const WORDS = words(
  '100 1e3 NaN ação __proto__ constructor true credit_card debit_card pix boleto digital BRL SP XX percentage flat individual ' +
    'company 12345678909 12ABC34501DE35 2020-01-01 2026-02-30 9999-12-31 2020-01-01T00:00:00Z 9999-12-31T00:00:00Z',
);
const SHAPES: unknown[] = [null, true, false, [], {}, [null], [[]], [{}], { length: 1 }, { toString: 'x' }];
const IDS = ['maria@example.com', '00000000-0000-7000-8000-000000000000'];
const DAY_MS = 86_400_000;
const soon = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const DATES = [soon(1), soon(29), soon(31), soon(1).slice(0, 10), soon(29).slice(0, 10), soon(400).slice(0, 10)];

/** Values that break something, values that almost do, and some that are right somewhere. */
const hostileValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(...NUMBERS, ...TEXTS, ...WORDS, ...SHAPES, ...IDS, ...DATES),
);

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

const METHODS = Object.keys(PAYMENT_DETAILS) as PaymentMethod[];

/**
 * A valid body, by whatever payment method, with up to four of its places set to something hostile, or left out.
 * @param aBody the valid body
 */
export const hostileChargeBody = (
  aBody: (method: PaymentMethod) => CreateChargeDto = aFullChargeBodyBy,
): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(
      fc.constantFrom(...METHODS),
      fc.array(fc.tuple(fc.constantFrom(...PATHS), fc.option(hostileValue, { nil: undefined })), { maxLength: 4 }),
    )
    .map(([method, changes]) => {
      const body = structuredClone(aBody(method)) as unknown as Record<string, unknown>;
      for (const [path, value] of changes) setAt(body, path.split('.'), structuredClone(value));
      return body;
    });

function setAt(target: Record<string, unknown>, [key, ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    if (value === undefined) delete target[key!];
    else target[key!] = value;
    return;
  }
  const child = Object.hasOwn(target, key!) ? target[key!] : undefined;
  if (typeof child === 'object' && child !== null) setAt(child as Record<string, unknown>, rest, value);
}
