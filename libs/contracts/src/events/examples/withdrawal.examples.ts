import { maskPixKey, maskTaxId } from '@centavo/brazil';
import { presentWithdrawal, type Withdrawal, type WithdrawalRecord } from '../../resources/withdrawal.js';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../states/withdrawal.states.js';
import { EXAMPLE_MERCHANT, exampleId, examplesOf, type Example } from './example.js';

const REQUESTED_AT = new Date('2026-12-21T12:00:00.000Z');
const HANDED_OVER_AT = new Date('2026-12-21T12:00:00.040Z');
const ENDED_AT = new Date('2026-12-21T12:00:01.200Z');

/** R$ 100.00 by Pix. @param number tells the examples apart */
const pendingWithdrawal = (number: number): WithdrawalRecord => ({
  id: exampleId('withdrawal', number),
  merchant_id: EXAMPLE_MERCHANT.id,
  submerchant_id: null,
  wallet_id: EXAMPLE_MERCHANT.walletId,
  type: 'pix',
  acquirer_name: 'sandbox',
  external_id: null,
  amount: 10_000n,
  fee: 0n,
  status: 'pending',
  recipient_id: 'example-recipient-1',
  recipient_snapshot: {
    type: 'pix',
    pix_key_type: 'email',
    pix_key: maskPixKey('email', 'maria@example.com'),
    pix_key_holder_document_type: 'cpf',
    pix_key_holder_document: maskTaxId('12345678909'),
  },
  failure_reason: null,
  processed_at: null,
  completed_at: null,
  failed_at: null,
  metadata: { payout: '2026-12' },
  idempotency_key: `payout-2026-12-${number}`,
  created_at: REQUESTED_AT,
  updated_at: REQUESTED_AT,
});

const HANDED_OVER = { processed_at: HANDED_OVER_AT };
const COMPLETED = { ...HANDED_OVER, external_id: 'example-payout-1', completed_at: ENDED_AT };
const FAILED = {
  ...HANDED_OVER,
  failed_at: ENDED_AT,
  failure_reason: "The recipient's bank refused the payment.",
};

/** By TED, because a Pix has left before anybody can cancel it. */
const BY_TED: Partial<WithdrawalRecord> = {
  type: 'ted',
  fee: 367n,
  recipient_id: 'example-recipient-2',
  recipient_snapshot: {
    type: 'ted',
    bank_code: '001',
    ispb: '00000000',
    branch: '0001',
    account: '****567',
    account_digit: '*',
    account_type: 'checking',
    holder_name: 'Maria Exemplo',
    holder_document: maskTaxId('12345678909'),
  },
};

/** What became of a withdrawal: which of its events tells of it, and when. */
const CHANGES: Readonly<Record<WithdrawalStatus, readonly [number, Date, Partial<WithdrawalRecord>]>> = {
  pending: [1, REQUESTED_AT, {}],
  processing: [2, HANDED_OVER_AT, HANDED_OVER],
  completed: [3, ENDED_AT, COMPLETED],
  failed: [3, ENDED_AT, FAILED],
  canceled: [2, ENDED_AT, BY_TED],
};

/** A withdrawal that has just entered the status. */
export const WITHDRAWAL_EXAMPLES = examplesOf(WITHDRAWAL_STATUSES, (status, number): Example<Withdrawal> => {
  const [sequence, changedAt, changes] = CHANGES[status];
  const record = { ...pendingWithdrawal(number), ...changes, status, updated_at: changedAt };
  return { data: presentWithdrawal(record), occurredAt: changedAt.toISOString(), sequence };
});
