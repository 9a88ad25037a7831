import type { ErrorDefinition } from './error-definition.js';

const notFound = (resource: string): ErrorDefinition => ({
  status: 404,
  message: `No such ${resource}.`,
  action: 'Check the id and that it belongs to the merchant of the API key.',
});

/** Errors of the request itself: its form, its credentials, its address. */
export const REQUEST_ERRORS = {
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
    action: 'Send `Authorization: Basic base64(public_key:secret_key)`, or an operator token as `Bearer` to /admin/v1.',
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
  payload_too_large: { status: 413, message: 'The body is larger than 1 MiB.', action: 'Send less.' },
  unsupported_media_type: {
    status: 415,
    message: 'The body is not application/json.',
    action: 'Send `Content-Type: application/json`.',
  },
} as const satisfies Record<string, ErrorDefinition>;
