/** The trace of a card charge that is captured at once, for an endpoint that hears it pending and captured. */
export const CARD_CHARGE_TRACE: readonly string[] = [
  'gateway: POST /v1/charges',
  '  gateway: send charges.create',
  '    payments: process charges.create',
  '      payments: authorize charge',
  '        payments: acquirer authorize',
  '        payments: send charge.captured',
  '          ledger: process charge.captured',
  '            ledger: send receivable.pending',
  '              webhooks: process receivable.pending',
  '          webhooks: process charge.captured',
  '            webhooks: POST postback',
  '      payments: send charge.pending',
  '        webhooks: process charge.pending',
  '          webhooks: POST postback',
];
