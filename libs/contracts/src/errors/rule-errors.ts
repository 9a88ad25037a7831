import type { ErrorDefinition } from './error-definition.js';

/** Bodies that break a rule of the business. */
export const RULE_ERRORS = {
  validation_error: {
    status: 422,
    message: 'The body breaks one or more rules.',
    action: 'See `details`: every broken rule with its field.',
  },
  capture_amount_exceeds_authorized: {
    status: 422,
    message: 'The capture is above the authorized amount.',
    action: 'Capture at most `authorized_amount`.',
  },
  refund_amount_exceeds_captured: {
    status: 422,
    message: 'The refund is above what is left of the capture.',
    action: 'Refund at most `captured_amount - refunded_amount`.',
  },
  split_exceeds_amount: {
    status: 422,
    message: 'The splits add up to more than the total.',
    action: 'Lower the splits.',
  },
  split_recipient_invalid: {
    status: 422,
    message: 'A split recipient is unknown or named twice.',
    action: 'Use the merchant or one of its submerchants, each once.',
  },
  invalid_token: {
    status: 422,
    message: 'The card token is unknown.',
    action: 'Tokenize the card again for this merchant.',
  },
  unsupported_card_brand: { status: 422, message: 'The card brand is not supported.', action: 'Ask for another card.' },
  card_expired: { status: 422, message: 'The card has expired.', action: 'Ask for another card.' },
  insufficient_balance: {
    status: 422,
    message: 'The available balance is too low.',
    action: 'Wait for settlement or withdraw less.',
  },
  amount_below_fee: { status: 422, message: 'The amount does not cover the fee.', action: 'Use a larger amount.' },
  invalid_pix_key: {
    status: 422,
    message: 'The Pix key does not fit its type.',
    action:
      'cpf: 11 digits; cnpj: 14 characters; phone: `+5511987654321`; email: at most 77 characters; random: a UUID. No punctuation else.',
  },
  pix_holder_document_required: {
    status: 422,
    message: "The Pix key holder's document is required.",
    action: 'Send its type and number.',
  },
  transaction_pin_required: {
    status: 422,
    message: 'The transaction PIN is required.',
    action: 'Send `transaction_pin`.',
  },
  legal_representative_required: {
    status: 422,
    message: 'A partner document needs `legal_representative_id`.',
    action: 'Send it.',
  },
  legal_representative_forbidden: {
    status: 422,
    message: 'Only partner documents take `legal_representative_id`.',
    action: 'Leave it out.',
  },
  representatives_only_for_pj: {
    status: 422,
    message: 'Only companies have legal representatives.',
    action: 'Use a pj submerchant.',
  },
  participation_exceeds_100: {
    status: 422,
    message: 'Participations add up to more than 100.',
    action: 'Lower the participation.',
  },
  document_type_not_allowed: {
    status: 422,
    message: 'This entity type has no such document.',
    action: 'See the document types in the docs.',
  },
  file_type_not_allowed: {
    status: 422,
    message: 'The file type is not accepted or does not match its name.',
    action: 'Send PNG, JPG, JPEG or PDF with a matching mime type.',
  },
  file_too_large: { status: 422, message: 'The file is larger than 10 MiB.', action: 'Send a smaller file.' },
  submerchant_not_active: {
    status: 422,
    message: 'The submerchant cannot be charged for.',
    action: 'Its status must be pending, in_review or approved.',
  },
  submerchant_not_approved: {
    status: 422,
    message: 'The submerchant is not approved.',
    action: 'Wait for the review.',
  },
  receivable_not_eligible: {
    status: 422,
    message: 'A receivable cannot be anticipated.',
    action: 'Only pending ones due after today can.',
  },
  receivable_ids_required: {
    status: 422,
    message: 'The anticipation names no receivables.',
    action: 'Send `receivable_ids`.',
  },
  withdrawal_method_disabled: {
    status: 422,
    message: 'This withdrawal method is off.',
    action: 'Use another method or ask the operator.',
  },
  period_conflict: {
    status: 422,
    message: '`period` excludes `date_from` and `date_to`.',
    action: 'Send one or the other.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'The Idempotency-Key was used with another body.',
    action: 'Use a new key for a new request.',
  },
  url_not_allowed: {
    status: 422,
    message: 'The URL is not allowed.',
    action: 'Use an https URL that is reachable on the public internet.',
  },
} as const satisfies Record<string, ErrorDefinition>;
