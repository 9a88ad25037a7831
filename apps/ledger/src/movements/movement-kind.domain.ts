import { CHARGE_TRANSITIONS, type ChargeTrigger } from '@centavo/contracts';

/** What moves money after a capture. */
export const FOLLOW_UP_KINDS = ['refund', 'chargeback', 'chargeback_won', 'chargeback_lost'] as const;
export type FollowUpKind = (typeof FOLLOW_UP_KINDS)[number];

/** What an event of a charge is to the ledger; also what its journal transaction is called. */
export type MovementKind = 'capture' | FollowUpKind;

/** The triggers that move money. One status can be entered by several, so the status alone does not say what happened. */
const KIND_OF_TRIGGER: Partial<Record<ChargeTrigger, MovementKind>> = {
  capture_at_once: 'capture',
  pay: 'capture',
  capture: 'capture',
  refund_part: 'refund',
  refund: 'refund',
  charge_back: 'chargeback',
  win_dispute: 'chargeback_won',
  win_dispute_after_refund: 'chargeback_won',
};

/**
 * What an event of a charge does to money, by its type and what triggered it. A lost dispute enters no status and so is none of the
 * transitions: its type says it all.
 * @throws Error when the trigger is missing, unknown, or cannot lead to such an event: nobody can say what happened, so nothing is posted
 */
export function movementKindOf(eventType: string, trigger: string | undefined): MovementKind {
  if (eventType === 'charge.dispute_lost') return 'chargeback_lost';
  if (!trigger) throw new Error(`${eventType} does not say what triggered it`);
  const kind = isTrigger(trigger) ? KIND_OF_TRIGGER[trigger] : undefined;
  if (!kind || eventType !== eventAfter(trigger as ChargeTrigger)) {
    throw new Error(`${eventType} cannot be triggered by ${JSON.stringify(trigger)}`);
  }
  return kind;
}

const isTrigger = (trigger: string): trigger is ChargeTrigger => Object.hasOwn(CHARGE_TRANSITIONS, trigger);

const eventAfter = (trigger: ChargeTrigger): string => `charge.${CHARGE_TRANSITIONS[trigger].to}`;
