import {
  presentSubmerchantDocument,
  type SubmerchantDocument,
  type SubmerchantDocumentRecord,
} from '../../resources/dossier/submerchant-document.js';
import { DOCUMENT_STATUSES, type DocumentStatus } from '../../states/submerchant-document.states.js';
import { EXAMPLE_MERCHANT, exampleId, examplesOf, type Example } from './example.js';

const SUBMITTED_AT = new Date('2026-11-20T12:10:00.000Z');
const DECIDED_AT = new Date('2026-11-24T14:50:00.000Z');
const REPLACED_AT = new Date('2026-11-25T08:00:00.000Z');
const EXPIRES_AT = new Date('2027-11-20T03:00:00.000Z');
const EXPIRED_AT = new Date('2027-11-20T03:00:01.000Z');

/** A social contract. @param number tells the examples apart */
const pendingDocument = (number: number): SubmerchantDocumentRecord => ({
  id: exampleId('submerchant_document', number),
  submerchant_id: EXAMPLE_MERCHANT.submerchantId,
  merchant_id: EXAMPLE_MERCHANT.id,
  legal_representative_id: null,
  type: 'social_contract',
  notes: null,
  number: null,
  file_url: 'https://files.example.com/contrato.pdf',
  file_name: 'contrato.pdf',
  file_size: 245_760n,
  mime_type: 'application/pdf',
  status: 'pending',
  verified_at: null,
  verification_notes: null,
  expires_at: EXPIRES_AT,
  created_at: SUBMITTED_AT,
  updated_at: SUBMITTED_AT,
});

const APPROVED = { verified_at: DECIDED_AT, verification_notes: 'Legible and complete.' };
const REJECTED = { verified_at: DECIDED_AT, verification_notes: 'The second page is missing.' };

/** What became of a document: which of its events tells of it, and when. */
const CHANGES: Readonly<Record<DocumentStatus, readonly [number, Date, Partial<SubmerchantDocumentRecord>]>> = {
  pending: [1, SUBMITTED_AT, {}],
  approved: [2, DECIDED_AT, APPROVED],
  rejected: [2, DECIDED_AT, REJECTED],
  expired: [2, EXPIRED_AT, {}],
  replaced: [3, REPLACED_AT, REJECTED],
};

/** A document that has just entered the status. */
export const DOCUMENT_EXAMPLES = examplesOf(DOCUMENT_STATUSES, (status, number): Example<SubmerchantDocument> => {
  const [sequence, changedAt, changes] = CHANGES[status];
  const record = { ...pendingDocument(number), ...changes, status, updated_at: changedAt };
  return { data: presentSubmerchantDocument(record), occurredAt: changedAt.toISOString(), sequence };
});
