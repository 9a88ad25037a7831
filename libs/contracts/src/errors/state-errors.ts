import type { ErrorDefinition } from './error-definition.js';

/** Errors of a resource that is not in a state for what was asked. */
export const STATE_ERRORS = {
  charge_not_capturable: {
    status: 409,
    message: 'The charge cannot be captured.',
    action: 'Only an authorized charge can be captured, once.',
  },
  charge_not_voidable: {
    status: 409,
    message: 'The charge cannot be voided.',
    action: 'Refund a captured charge instead.',
  },
  charge_not_refundable: {
    status: 409,
    message: 'The charge cannot be refunded.',
    action: 'Only captured money can be refunded.',
  },
  submerchant_already_exists: {
    status: 409,
    message: 'A submerchant with this tax_id exists.',
    action: 'Use the existing one.',
  },
  submerchant_locked: {
    status: 409,
    message: 'This field is locked after approval.',
    action: 'Register a new submerchant.',
  },
  submerchant_limit_reached: {
    status: 409,
    message: 'The submerchant has as many of these as it can have.',
    action: 'Change one that is there.',
  },
  postback_endpoint_limit_reached: {
    status: 409,
    message: 'The merchant has as many postback endpoints as it can have.',
    action: 'Change or delete one that is there.',
  },
  postback_endpoint_not_active: {
    status: 409,
    message: 'The postback endpoint is not active.',
    action: 'Set its status to `active` first.',
  },
  review_not_possible: {
    status: 409,
    message: 'This review decision is not possible now.',
    action: 'The message names the current and the allowed states.',
  },
  sandbox_action_not_possible: {
    status: 409,
    message: 'The trigger does not fit the current state.',
    action: 'The message names the current and the allowed states.',
  },
  receivable_already_anticipated: {
    status: 409,
    message: 'The receivable is in a live anticipation.',
    action: 'Leave it out.',
  },
  anticipation_not_cancelable: {
    status: 409,
    message: 'The anticipation cannot be canceled.',
    action: 'Only a pending one can.',
  },
  withdrawal_not_cancelable: {
    status: 409,
    message: 'The withdrawal cannot be canceled.',
    action: 'Only a pending one can.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'The first request with this key is still running.',
    action: 'Retry in a moment with the same key.',
  },
  dead_letter_expired: {
    status: 409,
    message: 'The command is too old to be carried out.',
    action: 'Whoever asked may have asked again long ago; let them ask anew.',
  },
  payment_link_unavailable: {
    status: 410,
    message: 'The payment link cannot be paid.',
    action: 'Ask the merchant for another link.',
  },
  transaction_pin_locked: {
    status: 423,
    message: 'The transaction PIN is locked.',
    action: 'Wait 30 minutes or ask the operator to remove it.',
  },
} as const satisfies Record<string, ErrorDefinition>;
