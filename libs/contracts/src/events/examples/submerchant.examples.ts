import { presentSubmerchant, type Submerchant, type SubmerchantRecord } from '../../resources/submerchant.js';
import { SUBMERCHANT_STATUSES, type SubmerchantStatus } from '../../states/submerchant.states.js';
import { EXAMPLE_MERCHANT, exampleId, examplesOf, type Example } from './example.js';

const REGISTERED_AT = new Date('2026-11-20T12:00:00.000Z');
const LOOKED_AT = new Date('2026-11-23T12:30:00.000Z');
const DECIDED_AT = new Date('2026-11-24T15:00:00.000Z');
const SUSPENDED_AT = new Date('2026-12-03T10:20:00.000Z');
const BLOCKED_AT = new Date('2026-12-10T16:05:00.000Z');

/** A shop that is a company. @param number tells the examples apart */
const pendingSubmerchant = (number: number): SubmerchantRecord => ({
  id: exampleId('submerchant', number),
  merchant_id: EXAMPLE_MERCHANT.id,
  wallet_id: exampleId('wallet', 1 + number),
  entity_type: 'pj',
  trade_name: 'Ateliê Exemplo',
  legal_name: 'Ateliê Exemplo Ltda',
  tax_id: '11222333000181',
  email: 'atelie@example.com',
  phone: '+5511900000000',
  website: 'https://atelie.example.com',
  description: 'Roupas feitas à mão',
  soft_descriptor: 'ATELIEEXEMPLO',
  birth_date: null,
  mother_name: null,
  business_type: 'physical',
  product_categories: ['clothing'],
  average_ticket: 15_000n,
  monthly_revenue: 2_000_000n,
  mcc: '5651',
  cnaes: [
    { code: '4781400', description: 'Comércio varejista de artigos do vestuário e acessórios', is_primary: true },
  ],
  status: 'pending',
  reviewed_at: null,
  review_notes: null,
  created_at: REGISTERED_AT,
  updated_at: REGISTERED_AT,
});

/** What an operator decided: which of its events tells of it, when and why. */
const DECISIONS: Readonly<Record<Exclude<SubmerchantStatus, 'pending'>, readonly [number, Date, string]>> = {
  in_review: [2, LOOKED_AT, 'Documents are being checked.'],
  approved: [3, DECIDED_AT, 'Everything is in order.'],
  rejected: [3, DECIDED_AT, 'The social contract names another company.'],
  suspended: [4, SUSPENDED_AT, 'Too many disputes.'],
  blocked: [5, BLOCKED_AT, 'Sold what it may not sell.'],
};

/** A submerchant that has just entered the status. */
export const SUBMERCHANT_EXAMPLES = examplesOf(SUBMERCHANT_STATUSES, (status, number): Example<Submerchant> => {
  const record = pendingSubmerchant(number);
  if (status === 'pending') {
    return { data: presentSubmerchant(record), occurredAt: REGISTERED_AT.toISOString(), sequence: 1 };
  }
  const [sequence, decidedAt, notes] = DECISIONS[status];
  const decided = { ...record, status, reviewed_at: decidedAt, review_notes: notes, updated_at: decidedAt };
  return { data: presentSubmerchant(decided), occurredAt: decidedAt.toISOString(), sequence };
});
