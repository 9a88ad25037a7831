/** What an error code means. `status` is the HTTP status; `action` says what the caller can do about it. */
export interface ErrorDefinition {
  readonly status: number;
  readonly message: string;
  readonly action: string;
}

const notFound = (resource: string): ErrorDefinition => ({
  status: 404,
  message: `No such ${resource}.`,
  action: 'Check the id and that it belongs to the merchant of the API key.',
});

/** Every error code of the API. The docs page, the OpenAPI document and the HTTP answers are made from this table. */
export const ERROR_CATALOGUE = {
  invalid_json: {
    status: 400,
    message: 'The body is not a JSON object.',
    action: 'Send one JSON object, UTF-8 encoded.',
  },
  invalid_uuid: {
    status: 400,
    message: 'An id in the path is not a UUID.',
    action: 'Use the id as the API returned it.',
  },
  invalid_query_parameter: {
    status: 400,
    message: 'A query parameter is not valid.',
    action: 'See `details` for the parameter and its rule.',
  },
  invalid_idempotency_key: {
    status: 400,
    message: 'The Idempotency-Key is not valid.',
    action: 'Send 1 to 255 printable ASCII characters.',
  },
  invalid_header: {
    status: 400,
    message: 'A request header is not valid.',
    action: 'See `details` for the header and its rule.',
  },

  authentication_required: {
    status: 401,
    message: 'This operation needs credentials.',
    action: 'Send `Authorization: Basic base64(public_key:secret_key)`.',
  },
  invalid_api_key: {
    status: 401,
    message: 'The API key is not valid.',
    action: 'Check both halves of the pair and the mode (test or live).',
  },
  api_key_inactive: {
    status: 401,
    message: 'The API key is inactive.',
    action: 'Activate the key or use another one.',
  },

  ip_not_allowed: {
    status: 403,
    message: 'The API key may not be used from this address.',
    action: 'Call from an address in `allowed_ips`, or change the list.',
  },
  secret_key_required: {
    status: 403,
    message: 'A public key alone may not do this.',
    action: 'Send the secret key too, from a server.',
  },
  transaction_pin_invalid: {
    status: 403,
    message: 'The transaction PIN is wrong.',
    action: 'Ask the user again; five wrong PINs in a row lock it.',
  },
  merchant_suspended: {
    status: 403,
    message: 'The merchant is suspended.',
    action: 'Reads still work; ask the operator about the rest.',
  },

  route_not_found: { status: 404, message: 'No such route.', action: 'See /docs for the routes.' },
  merchant_not_found: notFound('merchant'),
  charge_not_found: notFound('charge'),
  withdrawal_not_found: notFound('withdrawal'),
  submerchant_not_found: notFound('submerchant'),
  submerchant_document_not_found: notFound('submerchant document'),
  legal_representative_not_found: notFound('legal representative'),
  wallet_not_found: notFound('wallet'),
  receivable_not_found: notFound('receivable'),
  anticipation_not_found: notFound('anticipation'),
  payment_link_not_found: notFound('payment link'),
  api_key_not_found: notFound('API key'),
  postback_endpoint_not_found: notFound('postback endpoint'),
  postback_delivery_not_found: notFound('postback delivery'),
  dead_letter_not_found: notFound('dead letter'),
  method_not_allowed: {
    status: 405,
    message: 'The route does not answer this method.',
    action: 'See the `Allow` header.',
  },

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

  payment_link_unavailable: {
    status: 410,
    message: 'The payment link cannot be paid.',
    action: 'Ask the merchant for another link.',
  },
  payload_too_large: { status: 413, message: 'The body is larger than 1 MiB.', action: 'Send less.' },
  unsupported_media_type: {
    status: 415,
    message: 'The body is not application/json.',
    action: 'Send `Content-Type: application/json`.',
  },

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
    action: 'See the formats in the docs.',
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
    message: 'A spot anticipation names its receivables.',
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

  transaction_pin_locked: {
    status: 423,
    message: 'The transaction PIN is locked.',
    action: 'Wait 30 minutes or ask the operator to remove it.',
  },
  rate_limit_exceeded: { status: 429, message: 'Too many requests.', action: 'Retry after `Retry-After` seconds.' },
  internal_error: {
    status: 500,
    message: 'Something went wrong on our side.',
    action: 'Retry with the same Idempotency-Key; report the request_id.',
  },
  service_unavailable: {
    status: 503,
    message: 'The service cannot take this now.',
    action: 'Retry after `Retry-After` seconds with the same Idempotency-Key.',
  },
  timeout: {
    status: 504,
    message: 'No answer in time; the operation may have been done.',
    action: 'Retry with the same Idempotency-Key: it is always safe.',
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;
