import { ANTICIPATION_STATUSES, ANTICIPATION_TRANSITIONS } from './anticipation.states.js';
import { CHARGE_STATUSES, CHARGE_TRANSITIONS } from './charge.states.js';
import { PAYMENT_LINK_STATUSES, PAYMENT_LINK_TRANSITIONS } from './payment-link.states.js';
import { POSTBACK_DELIVERY_STATUSES, POSTBACK_DELIVERY_TRANSITIONS } from './postback-delivery.states.js';
import { RECEIVABLE_STATUSES, RECEIVABLE_TRANSITIONS } from './receivable.states.js';
import { DOCUMENT_STATUSES, DOCUMENT_TRANSITIONS } from './submerchant-document.states.js';
import { SUBMERCHANT_MOVES, SUBMERCHANT_STATUSES } from './submerchant.states.js';
import { WITHDRAWAL_STATUSES, WITHDRAWAL_TRANSITIONS } from './withdrawal.states.js';

/** One row of a state machine: `from` → `to` when `trigger` happens. */
interface Transition {
  readonly trigger: string;
  /** Goes on after "when", in the docs and in the catalogue of events. */
  readonly description: string;
  readonly from: readonly string[];
  readonly to: string;
}

/** A resource's state machine with what documents call it. */
export interface StateMachine {
  /** The resource within a sentence. */
  readonly name: string;
  readonly title: string;
  readonly statuses: readonly string[];
  readonly transitions: readonly Transition[];
  /** What makes a new one. */
  readonly beginning: string;
  /** Its first status, where that is not `pending`. */
  readonly initial?: string;
}

const INITIAL_STATUS = 'pending';

/** Every state machine, by the name that events have for the resource; docs/states.md and the catalogue of events come from here. */
export const STATE_MACHINES = {
  charge: {
    name: 'charge',
    title: 'Charge',
    statuses: CHARGE_STATUSES,
    transitions: Object.values(CHARGE_TRANSITIONS),
    beginning: 'the charge was created',
  },
  submerchant: {
    name: 'submerchant',
    title: 'Submerchant',
    statuses: SUBMERCHANT_STATUSES,
    transitions: SUBMERCHANT_MOVES,
    beginning: 'the submerchant was registered',
  },
  submerchant_document: {
    name: 'document',
    title: 'Submerchant document',
    statuses: DOCUMENT_STATUSES,
    transitions: Object.values(DOCUMENT_TRANSITIONS),
    beginning: 'the document was submitted',
  },
  receivable: {
    name: 'receivable',
    title: 'Receivable',
    statuses: RECEIVABLE_STATUSES,
    transitions: Object.values(RECEIVABLE_TRANSITIONS),
    beginning: 'a charge was captured',
  },
  anticipation: {
    name: 'anticipation',
    title: 'Anticipation',
    statuses: ANTICIPATION_STATUSES,
    transitions: Object.values(ANTICIPATION_TRANSITIONS),
    beginning: 'the anticipation was requested',
  },
  withdrawal: {
    name: 'withdrawal',
    title: 'Withdrawal',
    statuses: WITHDRAWAL_STATUSES,
    transitions: Object.values(WITHDRAWAL_TRANSITIONS),
    beginning: 'the withdrawal was requested; the wallet is debited',
  },
  payment_link: {
    name: 'payment link',
    title: 'Payment link',
    statuses: PAYMENT_LINK_STATUSES,
    transitions: Object.values(PAYMENT_LINK_TRANSITIONS),
    beginning: 'the payment link was created',
    initial: 'active',
  },
  postback_delivery: {
    name: 'postback delivery',
    title: 'Postback delivery',
    statuses: POSTBACK_DELIVERY_STATUSES,
    transitions: Object.values(POSTBACK_DELIVERY_TRANSITIONS),
    beginning: 'an event happened that the endpoint subscribes to',
  },
} as const satisfies Record<string, StateMachine>;

/** What leads into a status, as one sentence without its full stop. */
export function waysInto({ transitions, beginning, initial = INITIAL_STATUS }: StateMachine, status: string): string {
  const causes = transitions.filter(({ to }) => to === status).map(({ description }) => description);
  return [...(status === initial ? [beginning] : []), ...causes].join('; or ');
}
