import type { ChargeStatus, PaymentLinkRecord, PaymentLinkStatus } from '@centavo/contracts';

/** Statuses of charges that use up nothing of their link. A charge enters one of them once and stays in it. */
export const UNUSED: ReadonlySet<ChargeStatus> = new Set<ChargeStatus>(['failed', 'expired', 'voided']);

/** A payment link as payments works with it. */
export interface PaymentLinkState extends PaymentLinkRecord {
  /** The outbox row that carries its last event. */
  readonly outbox_id: string;
}

/**
 * The status that a link has by its fields. There is no other way to one: whoever changes a field asks here what follows.
 * An exhausted link is `completed` also when its time has passed.
 */
export function statusOf(
  {
    status,
    current_uses,
    max_uses,
    expires_at,
  }: Pick<PaymentLinkRecord, 'status' | 'current_uses' | 'max_uses' | 'expires_at'>,
  now: Date,
): PaymentLinkStatus {
  if (status === 'inactive') return 'inactive';
  if (max_uses !== null && current_uses >= max_uses) return 'completed';
  if (expires_at !== null && expires_at <= now) return 'expired';
  return 'active';
}

/** A link after a change, in the status that follows. Its sequence counts statuses, of which there are events. */
export function changed(before: PaymentLinkState, changes: Partial<PaymentLinkState>, now: Date): PaymentLinkState {
  const fields = { ...before, ...changes };
  const status = statusOf(fields, now);
  return { ...fields, status, sequence: before.sequence + (status === before.status ? 0 : 1), updated_at: now };
}

/** With one use more. Whether there is room is the caller's to see. */
export const withUse = (link: PaymentLinkState, now: Date): PaymentLinkState =>
  changed(link, { current_uses: link.current_uses + 1 }, now);

export const withoutUses = (link: PaymentLinkState, uses: number, now: Date): PaymentLinkState =>
  changed(link, { current_uses: link.current_uses - uses }, now);

export const deactivated = (link: PaymentLinkState, now: Date): PaymentLinkState =>
  changed(link, { status: 'inactive' }, now);
