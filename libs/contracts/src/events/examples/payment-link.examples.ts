import { PAYMENT_METHODS } from '../../payment-methods.js';
import { presentPaymentLink, type PaymentLink, type PaymentLinkRecord } from '../../resources/payment-link.js';
import { PAYMENT_LINK_STATUSES, type PaymentLinkStatus } from '../../states/payment-link.states.js';
import { EXAMPLE_API, EXAMPLE_MERCHANT, exampleId, examplesOf, type Example } from './example.js';

const CREATED_AT = new Date('2026-12-21T12:00:00.000Z');
const PAID_AT = new Date('2026-12-21T12:30:00.000Z');
const EXPIRES_AT = new Date('2026-12-25T02:59:59.999Z');
const EXPIRED_AT = new Date('2026-12-25T03:00:00.200Z');

/** A T-shirt that is there once. @param number tells the examples apart */
const newLink = (number: number): PaymentLinkRecord => ({
  id: exampleId('payment_link', number),
  merchant_id: EXAMPLE_MERCHANT.id,
  submerchant_id: null,
  title: 'Camiseta azul',
  description: 'Algodão, tamanho M',
  amount: 10_000n,
  currency: 'BRL',
  product_type: 'physical',
  allowed_payment_methods: PAYMENT_METHODS,
  max_installments: 12,
  expires_at: EXPIRES_AT,
  max_uses: 1,
  current_uses: 0,
  status: 'active',
  sequence: 1,
  redirect_url: 'https://loja.example/obrigado',
  cover_image_url: 'https://loja.example/camiseta.jpg',
  metadata: { order: '1001' },
  created_by: exampleId('api_key'),
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
});

/** What became of a link: which of its events tells of it, and when. */
const CHANGES: Readonly<Record<PaymentLinkStatus, readonly [number, Date, Partial<PaymentLinkRecord>]>> = {
  active: [1, CREATED_AT, {}],
  inactive: [2, PAID_AT, {}],
  expired: [2, EXPIRED_AT, {}],
  completed: [2, PAID_AT, { current_uses: 1 }],
};

/** A payment link that has just entered the status. */
export const PAYMENT_LINK_EXAMPLES = examplesOf(PAYMENT_LINK_STATUSES, (status, number): Example<PaymentLink> => {
  const [sequence, changedAt, changes] = CHANGES[status];
  const record = { ...newLink(number), ...changes, status, sequence, updated_at: changedAt };
  return { data: presentPaymentLink(record, EXAMPLE_API), occurredAt: changedAt.toISOString(), sequence };
});
