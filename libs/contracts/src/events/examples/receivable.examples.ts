import { presentReceivable, type Receivable, type ReceivableRecord } from '../../resources/receivable.js';
import { RECEIVABLE_STATUSES, type ReceivableStatus } from '../../states/receivable.states.js';
import { EXAMPLE_MERCHANT, exampleId, examplesOf, type Example } from './example.js';

const CAPTURED_AT = new Date('2026-11-20T13:00:01.250Z');
/** Thirty days later is a Sunday. */
const SETTLEMENT_DATE = new Date('2026-12-21T03:00:00.000Z');
const ANTICIPATED_AT = new Date('2026-11-23T14:10:00.000Z');
/** The beginning of that day in São Paulo. */
const ANTICIPATION_DAY = new Date('2026-11-23T03:00:00.000Z');
const SETTLED_AT = new Date('2026-12-21T03:00:02.000Z');
const DISPUTED_AT = new Date('2026-12-02T09:45:00.150Z');
const REFUNDED_AT = new Date('2026-11-23T17:30:00.150Z');

/** Of R$ 165.00 by card, at 2.99 %. @param number tells the examples apart */
const pendingReceivable = (number: number): ReceivableRecord => ({
  id: exampleId('receivable', number),
  charge_id: exampleId('charge', 100 + number),
  merchant_id: EXAMPLE_MERCHANT.id,
  submerchant_id: null,
  recipient_id: EXAMPLE_MERCHANT.id,
  gross_amount: 16_500n,
  net_amount: 16_007n,
  fee_amount: 493n,
  status: 'pending',
  payment_method: 'credit_card',
  installment: 1,
  settlement_date: SETTLEMENT_DATE,
  original_settlement_date: SETTLEMENT_DATE,
  anticipation_id: null,
  settled_at: null,
  created_at: CAPTURED_AT,
});

/** What became of a receivable, and when. */
const CHANGES: Readonly<Record<ReceivableStatus, readonly [Date, Partial<ReceivableRecord>]>> = {
  pending: [CAPTURED_AT, {}],
  anticipated: [ANTICIPATED_AT, { anticipation_id: exampleId('anticipation', 2), settlement_date: ANTICIPATION_DAY }],
  settled: [SETTLED_AT, { settled_at: SETTLED_AT }],
  suspended: [DISPUTED_AT, {}],
  canceled: [REFUNDED_AT, {}],
};

/** A receivable that has just entered the status. */
export const RECEIVABLE_EXAMPLES = examplesOf(RECEIVABLE_STATUSES, (status, number): Example<Receivable> => {
  const [changedAt, changes] = CHANGES[status];
  return {
    data: presentReceivable({ ...pendingReceivable(number), ...changes, status }),
    occurredAt: changedAt.toISOString(),
    sequence: status === 'pending' ? 1 : 2,
  };
});
