export const CHARGE_STATUSES = [
  'pending',
  'authorized',
  'captured',
  'partially_refunded',
  'refunded',
  'voided',
  'failed',
  'expired',
  'chargeback',
] as const;
export type ChargeStatus = (typeof CHARGE_STATUSES)[number];

/** One row of the charge's state machine: `from` → `to` when `trigger` happens. */
export interface ChargeTransition {
  readonly trigger: string;
  readonly description: string;
  readonly from: readonly ChargeStatus[];
  readonly to: ChargeStatus;
}

/**
 * The state machine of a charge, as data: the `UPDATE … WHERE status = ANY(from)` of every transition, the table in docs/states.md
 * and what docs/events.md says of charges come from here.
 */
export const CHARGE_TRANSITIONS = {
  authorize: {
    trigger: 'authorize',
    description: 'acquirer approves a card, `capture: false`',
    from: ['pending'],
    to: 'authorized',
  },
  capture_at_once: {
    trigger: 'capture_at_once',
    description: 'acquirer approves a card, `capture: true`',
    from: ['pending'],
    to: 'captured',
  },
  pay: { trigger: 'pay', description: 'Pix or boleto paid', from: ['pending'], to: 'captured' },
  fail: {
    trigger: 'fail',
    description: 'declined, or acquirer error after its retries',
    from: ['pending'],
    to: 'failed',
  },
  expire: {
    trigger: 'expire',
    description: 'validity of a Pix or boleto, or the 5-day window of an authorization, passes',
    from: ['pending', 'authorized'],
    to: 'expired',
  },
  void: {
    trigger: 'void',
    description: '`POST …/void` of a Pix, a boleto or an authorization',
    from: ['pending', 'authorized'],
    to: 'voided',
  },
  capture: {
    trigger: 'capture',
    description: '`POST …/capture`; what is not captured is released',
    from: ['authorized'],
    to: 'captured',
  },
  refund_part: {
    trigger: 'refund_part',
    description: '`POST …/refund`, something is left',
    from: ['captured', 'partially_refunded'],
    to: 'partially_refunded',
  },
  refund: {
    trigger: 'refund',
    description: '`POST …/refund`, nothing is left',
    from: ['captured', 'partially_refunded'],
    to: 'refunded',
  },
  charge_back: {
    trigger: 'charge_back',
    description: 'chargeback notice',
    from: ['captured', 'partially_refunded'],
    to: 'chargeback',
  },
  win_dispute: { trigger: 'win_dispute', description: 'dispute won', from: ['chargeback'], to: 'captured' },
  win_dispute_after_refund: {
    trigger: 'win_dispute_after_refund',
    description: 'dispute won, a part had been refunded before',
    from: ['chargeback'],
    to: 'partially_refunded',
  },
} as const satisfies Record<string, ChargeTransition>;

export type ChargeTrigger = keyof typeof CHARGE_TRANSITIONS;
