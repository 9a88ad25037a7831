import { boletoBarcode, boletoLine, brCode, parseLocalDate, pixTxid } from '@centavo/brazil';
import { presentCharge, type Charge } from '../../resources/charge/charge.js';
import type { ChargeDetails, ChargeRecord } from '../../resources/charge/charge-record.js';
import { CHARGE_STATUSES, type ChargeStatus } from '../../states/charge.states.js';
import { EXAMPLE_API, EXAMPLE_MERCHANT, exampleId, examplesOf, type Example } from './example.js';

const MADE_AT = new Date('2026-11-20T13:00:00.000Z');
const PIX_EXPIRES_AT = new Date('2026-11-20T14:00:00.000Z');
const BOLETO_DUE_AT = '2026-11-25';
/** The end of the third day after it was due, in São Paulo. */
const BOLETO_EXPIRES_AT = new Date('2026-11-29T03:00:00.000Z');
/** A card's authorization lasts five days. */
const AUTHORIZATION_EXPIRES_AT = new Date('2026-11-25T13:00:01.250Z');
const ACCEPTED_AT = new Date('2026-11-20T13:00:01.250Z');
const PAID_AT = new Date('2026-11-20T13:02:07.000Z');
/** Who pays is somewhere else: the payment is heard of a little later. */
const TOLD_AT = new Date('2026-11-20T13:02:07.480Z');
const REFUNDED_AT = new Date('2026-11-23T17:30:00.000Z');
const VOIDED_AT = new Date('2026-11-21T12:15:00.000Z');
const DISPUTED_AT = new Date('2026-12-02T09:45:00.000Z');

const AMOUNT = 15_000n;
const SHIPPING = 1_500n;
const TOTAL = AMOUNT + SHIPPING;
const REFUNDED_PART = 5_000n;

const DETAILS: ChargeDetails = {
  currency: 'BRL',
  installments: 1,
  card: null,
  pix: null,
  boleto: null,
  customer: {
    name: 'Maria Exemplo',
    email: 'maria@example.com',
    tax_id: '12345678909',
    phone: '+5511900000000',
    type: 'individual',
  },
  items: [{ name: 'Camiseta', quantity: 2, unit_price: 7_500, tangible: true }],
  splits: null,
  billing_address: null,
  shipping_address: {
    street: 'Rua Exemplo',
    number: '100',
    complement: null,
    neighborhood: 'Centro',
    city: 'São Paulo',
    state: 'SP',
    zip_code: '01000000',
    country: 'BR',
  },
  metadata: { order: '1001' },
  soft_descriptor: 'LOJAEXEMPLO',
  product_type: 'physical',
};

/** A charge as it is made: nothing of it has been paid. @param number tells the examples apart */
const madeCharge = (number: number): ChargeRecord => ({
  id: exampleId('charge', number),
  merchant_id: EXAMPLE_MERCHANT.id,
  submerchant_id: null,
  payment_link_id: null,
  amount: AMOUNT,
  shipping_amount: SHIPPING,
  authorized_amount: 0n,
  captured_amount: 0n,
  refunded_amount: 0n,
  status: 'pending',
  sequence: 1,
  payment_method: 'credit_card',
  authorization_code: null,
  nsu: null,
  end_to_end_id: null,
  acquirer_name: null,
  external_id: null,
  failure_code: null,
  failure_message: null,
  authorized_at: null,
  captured_at: null,
  refunded_at: null,
  voided_at: null,
  expires_at: null,
  created_at: MADE_AT,
  updated_at: MADE_AT,
  details: DETAILS,
});

function byPix(number: number): ChargeRecord {
  const charge = madeCharge(number);
  const txid = pixTxid(charge.id);
  const account = { url: `pix.example.com/v2/${txid}` };
  const pix = {
    qr_code: brCode({ account, amount: TOTAL, oneTime: true, name: 'LOJA EXEMPLO', city: 'SAO PAULO' }),
    qr_code_url: `${EXAMPLE_API}/pix/${charge.id}/qr-code.png`,
    txid,
    expires_at: PIX_EXPIRES_AT.toISOString(),
  };
  const details = { ...DETAILS, pix };
  return { ...charge, ...acceptedBy('pix'), payment_method: 'pix', expires_at: PIX_EXPIRES_AT, details };
}

function byBoleto(number: number): ChargeRecord {
  const charge = madeCharge(number);
  const dueAt = parseLocalDate(BOLETO_DUE_AT);
  const freeField = String(number).padStart(25, '0');
  const barcode = boletoBarcode({ bank: '001', amount: TOTAL, dueAt, freeField });
  const url = `${EXAMPLE_API}/boletos/${charge.id}`;
  const boleto = { line: boletoLine(barcode), barcode, url, due_at: dueAt, instructions: null };
  const details = { ...DETAILS, boleto };
  return { ...charge, ...acceptedBy('boleto'), payment_method: 'boleto', expires_at: BOLETO_EXPIRES_AT, details };
}

function byCard(number: number): ChargeRecord {
  const card = { brand: 'visa', first_six_digits: '411111', last_four_digits: '1111' } as const;
  return { ...madeCharge(number), details: { ...DETAILS, card } };
}

const acceptedBy = (payment: string) => ({ acquirer_name: 'sandbox', external_id: `example-${payment}-1001` });

/** A charge after the next thing that happened to it. */
const after = (
  before: ChargeRecord,
  status: ChargeStatus,
  updatedAt: Date,
  changes: Partial<ChargeRecord> = {},
): ChargeRecord => ({ ...before, ...changes, status, sequence: before.sequence + 1, updated_at: updatedAt });

const approval = {
  ...acceptedBy('card'),
  authorization_code: '123456',
  nsu: '000001001',
  authorized_amount: TOTAL,
  authorized_at: ACCEPTED_AT,
};

const authorized = (number: number): ChargeRecord =>
  after(byCard(number), 'authorized', ACCEPTED_AT, { ...approval, expires_at: AUTHORIZATION_EXPIRES_AT });

const capturedByCard = (number: number): ChargeRecord =>
  after(byCard(number), 'captured', ACCEPTED_AT, { ...approval, captured_amount: TOTAL, captured_at: ACCEPTED_AT });

const capturedByPix = (number: number): ChargeRecord =>
  after(byPix(number), 'captured', TOLD_AT, {
    authorized_amount: TOTAL,
    captured_amount: TOTAL,
    authorized_at: PAID_AT,
    captured_at: PAID_AT,
    end_to_end_id: 'E00000000202611201302EXAMPLE0001',
  });

const refunded = (before: ChargeRecord, status: ChargeStatus, amount: bigint): ChargeRecord =>
  after(before, status, REFUNDED_AT, { refunded_amount: amount, refunded_at: REFUNDED_AT });

/** A charge in every status; each is another one, so that no two of them contradict each other. */
const RECORDS: Readonly<Record<ChargeStatus, ChargeRecord>> = {
  pending: byPix(1),
  authorized: authorized(2),
  captured: capturedByPix(3),
  partially_refunded: refunded(capturedByCard(4), 'partially_refunded', REFUNDED_PART),
  refunded: refunded(capturedByPix(5), 'refunded', TOTAL),
  voided: after(authorized(6), 'voided', VOIDED_AT, { voided_at: VOIDED_AT }),
  failed: after(byCard(7), 'failed', ACCEPTED_AT, {
    acquirer_name: 'sandbox',
    failure_code: 'insufficient_funds',
    failure_message: 'The card has not enough funds.',
  }),
  expired: after(byBoleto(8), 'expired', BOLETO_EXPIRES_AT),
  chargeback: after(capturedByCard(9), 'chargeback', DISPUTED_AT),
};

/** A charge that has just entered the status. */
export const CHARGE_EXAMPLES = examplesOf(CHARGE_STATUSES, (status): Example<Charge> => {
  const record = RECORDS[status];
  return { data: presentCharge(record), occurredAt: record.updated_at.toISOString(), sequence: record.sequence };
});
