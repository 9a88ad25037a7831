import type { CreateChargeDto } from '@centavo/contracts';
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

const PATHS = words(`
  amount currency shipping_amount product_type customer items payment_method payment_details submerchant_id soft_descriptor
  metadata id status constructor toString customer.name customer.email customer.tax_id customer.phone customer.type customer.id
  items.0 items.1 items.0.name items.0.quantity items.0.unit_price items.0.tangible payment_details.token
  payment_details.installments payment_details.capture metadata.key metadata.a.b
`);

const NUMBERS = [0, 1, 12, 13, -1, 1.5, 1e12, 1e12 + 1, 1e308, -1e308];
const TEXTS = ['', ' ', 'a'.repeat(255), 'a'.repeat(256), '\u0000', '\ud800', '💳', "'; DROP TABLE charges;--"];
const WORDS = words(
  '100 1e3 NaN ação __proto__ constructor true pix credit_card digital BRL company 12345678909 12ABC34501DE35',
);
const SHAPES: unknown[] = [null, true, false, [], {}, [null], [[]], [{}], { length: 1 }, { toString: 'x' }];
const IDS = ['maria@example.com', '00000000-0000-7000-8000-000000000000'];

/** Values that break something, values that almost do, and some that are right somewhere. */
const hostileValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(...NUMBERS, ...TEXTS, ...WORDS, ...SHAPES, ...IDS),
);

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** A valid body with up to four of its places set to something hostile, or left out. */
export const hostileChargeBody = (): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .array(fc.tuple(fc.constantFrom(...PATHS), fc.option(hostileValue, { nil: undefined })), { maxLength: 4 })
    .map((changes) => {
      const body = structuredClone(aChargeBody()) as unknown as Record<string, unknown>;
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
