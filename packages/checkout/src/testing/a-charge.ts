import type { BoletoCharge, CardCharge, Charge, PaymentMethod, PixCharge } from '../api/charge.js';

const COMMON = {
  id: '019aa000-0000-7000-8000-00000000c001',
  status: 'pending',
  amount: 24990,
  installments: 1,
  failure_code: null,
  created_at: '2026-11-22T13:05:00.000Z',
  redirect_url: null,
} as const;

export const aCardCharge = (fields: Partial<CardCharge> = {}): CardCharge => ({
  ...COMMON,
  payment_method: 'credit_card',
  payment_details: { brand: 'visa', first_six_digits: '492900', last_four_digits: '2222' },
  ...fields,
});

export const aPixCharge = (fields: Partial<PixCharge> = {}): PixCharge => ({
  ...COMMON,
  payment_method: 'pix',
  payment_details: {
    qr_code:
      '00020101021226770014br.gov.bcb.pix2555pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca255204000053039865802BR5914ATELIE DA NINA6009SAO PAULO62070503***6304A7F1',
    qr_code_url: `/pix/${COMMON.id}/qr-code.png`,
    expires_at: new Date(Date.now() + 60 * 60 * 1000).toISOString(),
  },
  ...fields,
});

const aBoletoCharge = (fields: Partial<BoletoCharge> = {}): BoletoCharge => ({
  ...COMMON,
  payment_method: 'boleto',
  payment_details: {
    line: '00190000090312855709201430009176512340000024990',
    url: `/boletos/${COMMON.id}`,
    due_at: '2026-11-26',
  },
  ...fields,
});

/** A charge of a method as it is right after it was made. */
export function aChargeOf(method: PaymentMethod): Charge {
  if (method === 'pix') return aPixCharge();
  return method === 'boleto' ? aBoletoCharge() : aCardCharge({ payment_method: method });
}
