import type { StackService } from '../../../scripts/lib/stack.mjs';

interface OperationRule {
  /** Who carries it out. */
  readonly service: Exclude<StackService, 'gateway'>;
  /** Whether the answer is in the database to the letter. Elsewhere it is worked out again, or has a secret in it. */
  readonly keepsAnswer: boolean;
}

const kept = (service: OperationRule['service']): OperationRule => ({ service, keepsAnswer: true });
const retold = (service: OperationRule['service']): OperationRule => ({ service, keepsAnswer: false });

/** What clients ask for. */
export const OPERATION_TYPES = {
  charge: kept('payments'),
  capture: kept('payments'),
  void: kept('payments'),
  refund: kept('payments'),
  pay: retold('payments'),
  expire: retold('payments'),
  dispute: retold('payments'),
  'payment link': kept('payments'),
  'payment by link': retold('payments'),
  'changed payment link': kept('payments'),
  withdrawal: retold('ledger'),
  'end of a withdrawal': retold('ledger'),
  anticipation: kept('ledger'),
  settlement: retold('ledger'),
  adjustment: retold('ledger'),
  submerchant: kept('onboarding'),
  review: retold('onboarding'),
  endpoint: retold('webhooks'),
  'changed endpoint': retold('webhooks'),
} as const satisfies Record<string, OperationRule>;
export type OperationType = keyof typeof OPERATION_TYPES;

/** What is looked for in the database afterwards. */
export const EFFECT_KINDS = [
  'charge',
  'payment by link',
  'refund',
  'payment link',
  'withdrawal',
  'anticipation',
  'adjustment',
  'submerchant',
  'endpoint',
] as const;
export type EffectKind = (typeof EFFECT_KINDS)[number];
