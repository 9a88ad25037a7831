/** Why a charge failed, with what is best told to whoever wanted to pay. docs/failure-codes.md is made from here. */
export const FAILURE_MEANINGS = {
  card_declined: 'The issuer declined without saying why. Another card may work.',
  insufficient_funds: 'Balance or limit do not cover the amount. Less, later, or another card.',
  expired_card: 'The card has expired. Another card.',
  invalid_card: 'There is no such card. Check the number.',
  suspected_fraud: 'The issuer suspects fraud. The cardholder has to talk to the issuer.',
  do_not_honor: 'The issuer declined and wants no other try. Another card, or the cardholder asks the issuer.',
  stolen_card: 'The card was reported stolen. Do not try again.',
  limit_exceeded: 'A limit of amount or number of payments was reached. Later, or another card.',
  issuer_unavailable: 'The issuer could not be reached. Later.',
  acquirer_error: 'The acquirer could not process it, and has taken nothing or gives it back. Later.',
} as const;

export type FailureCode = keyof typeof FAILURE_MEANINGS;
export const FAILURE_CODES = Object.keys(FAILURE_MEANINGS) as readonly FailureCode[];
