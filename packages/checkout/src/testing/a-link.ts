import type { CheckoutData } from '../checkout-data.js';

export const LINK_ID = '019aa000-0000-7000-8000-000000000001';

/** What the server knows of a link that can be paid. */
export const aLink = (fields: Partial<CheckoutData> = {}): CheckoutData => ({
  language: 'pt',
  linkId: LINK_ID,
  isUsable: true,
  merchantName: 'Ateliê da Nina',
  title: 'Vaso de cerâmica esmaltada',
  description: 'Feito à mão, 24 cm. Entrega em até 7 dias úteis.',
  amount: 24990,
  currency: 'BRL',
  productType: 'physical',
  coverImageUrl: null,
  redirectUrl: null,
  allowedPaymentMethods: ['credit_card', 'debit_card', 'pix', 'boleto'],
  maxInstallments: 12,
  isSandbox: true,
  expiresAt: null,
  ...fields,
});
