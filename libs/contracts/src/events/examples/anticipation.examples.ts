import { presentAnticipation, type Anticipation, type AnticipationRecord } from '../../resources/anticipation.js';
import { ANTICIPATION_STATUSES, type AnticipationStatus } from '../../states/anticipation.states.js';
import { EXAMPLE_MERCHANT, exampleId, examplesOf, type Example } from './example.js';

const REQUESTED_AT = new Date('2026-11-23T13:00:00.000Z');
const DECIDED_AT = new Date('2026-11-23T14:10:00.000Z');
const SETTLED_AT = new Date('2026-12-21T03:00:02.000Z');

const APPROVED = { reviewed_at: DECIDED_AT, review_notes: 'Approved.' };
const REJECTED = { reviewed_at: DECIDED_AT, review_notes: 'Too many disputes.' };

/** Of a net amount of R$ 160.07, 28 days early. @param number tells the examples apart */
const pendingAnticipation = (number: number): AnticipationRecord => ({
  id: exampleId('anticipation', number),
  merchant_id: EXAMPLE_MERCHANT.id,
  status: 'pending',
  anticipation_type: 'spot',
  total_gross_amount: 16_007n,
  total_fee_amount: 297n,
  total_net_amount: 15_710n,
  monthly_rate_bps: 199,
  metadata: { batch: '2026-11' },
  reviewed_at: null,
  review_notes: null,
  created_at: REQUESTED_AT,
  updated_at: REQUESTED_AT,
});

/** What became of an anticipation: which of its events tells of it, and when. */
const CHANGES: Readonly<Record<AnticipationStatus, readonly [number, Date, Partial<AnticipationRecord>]>> = {
  pending: [1, REQUESTED_AT, {}],
  approved: [2, DECIDED_AT, APPROVED],
  settled: [3, SETTLED_AT, APPROVED],
  rejected: [2, DECIDED_AT, REJECTED],
  canceled: [2, DECIDED_AT, {}],
};

/** An anticipation that has just entered the status. */
export const ANTICIPATION_EXAMPLES = examplesOf(ANTICIPATION_STATUSES, (status, number): Example<Anticipation> => {
  const [sequence, changedAt, changes] = CHANGES[status];
  const record = { ...pendingAnticipation(number), ...changes, status, updated_at: changedAt };
  return { data: presentAnticipation(record), occurredAt: changedAt.toISOString(), sequence };
});
