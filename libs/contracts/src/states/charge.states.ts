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
    description: 'acquirer approves, `capture: false`',
    from: ['pending'],
    to: 'authorized',
  },
  capture_at_once: {
    trigger: 'capture_at_once',
    description: 'acquirer approves, `capture: true`',
    from: ['pending'],
    to: 'captured',
  },
  fail: {
    trigger: 'fail',
    description: 'declined, or acquirer error after its retries',
    from: ['pending'],
    to: 'failed',
  },
} as const satisfies Record<string, ChargeTransition>;

export type ChargeTrigger = keyof typeof CHARGE_TRANSITIONS;
