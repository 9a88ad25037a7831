export const POSTBACK_DELIVERY_STATUSES = ['pending', 'retrying', 'delivered', 'exhausted', 'canceled'] as const;
export type PostbackDeliveryStatus = (typeof POSTBACK_DELIVERY_STATUSES)[number];

/** One row of a delivery's state machine: `from` → `to` when `trigger` happens. */
export interface PostbackDeliveryTransition {
  readonly trigger: string;
  readonly description: string;
  readonly from: readonly PostbackDeliveryStatus[];
  readonly to: PostbackDeliveryStatus;
}

const UNDER_WAY = ['pending', 'retrying'] as const;

/** The state machine of a delivery, as data; the table in docs/states.md comes from here. */
export const POSTBACK_DELIVERY_TRANSITIONS = {
  deliver: {
    trigger: 'deliver',
    description: 'the receiver answers 2xx',
    from: UNDER_WAY,
    to: 'delivered',
  },
  fail: {
    trigger: 'fail',
    description: 'any other answer, or none; the schedule has another attempt',
    from: UNDER_WAY,
    to: 'retrying',
  },
  exhaust: {
    trigger: 'exhaust',
    description: 'that was the last attempt of the schedule',
    from: UNDER_WAY,
    to: 'exhausted',
  },
  cancel: {
    trigger: 'cancel',
    description: 'the receiver answers 410, or its endpoint is no longer active',
    from: UNDER_WAY,
    to: 'canceled',
  },
  resend: {
    trigger: 'resend',
    description: '`POST …/resend`, or `POST …/recover` of its endpoint: the schedule begins anew',
    from: ['retrying', 'delivered', 'exhausted', 'canceled'],
    to: 'pending',
  },
} as const satisfies Record<string, PostbackDeliveryTransition>;
export type PostbackDeliveryTrigger = keyof typeof POSTBACK_DELIVERY_TRANSITIONS;
