import { newId } from '@centavo/runtime';
import type { ChargeStatus } from '@centavo/contracts';
import type { Database } from '@centavo/persistence';
import type { ChargeState } from '../../apps/payments/src/charges/charge.domain.js';
import { findCharges, insertCharges, moveCharges } from '../../apps/payments/src/charges/charges.sql.js';

/** What a charge of the past is to be like; the rest is copied from another. */
export interface PastCharge extends Pick<ChargeState, 'id' | 'created_at'> {
  readonly payment_method?: ChargeState['payment_method'];
  readonly submerchant_id?: string | null;
}

/** A UUIDv7 of another time. */
export function idAt(epochMs: number): string {
  const time = epochMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}

/** An authorization has an hour at which it expires. */
const NEVER = new Date('2100-01-01');

/** Makes charges of the past the way payments does, as copies of one of today. */
export async function makePastCharges(
  payments: Database,
  original: string,
  charges: readonly PastCharge[],
): Promise<void> {
  const [copied] = await findCharges(payments, [original]);
  await payments.transaction((transaction) =>
    insertCharges(
      transaction,
      charges.map((charge) => ({ ...copied!, version: 1, sequence: 1, expires_at: null, ...charge })),
      [],
    ),
  );
}

/** Moves charges to another status, whatever their own is, the way payments does. */
export async function putInStatus(payments: Database, ids: readonly string[], status: ChargeStatus): Promise<void> {
  const charges = await findCharges(payments, ids);
  const moves = charges.map((charge) => ({
    trigger: 'expire' as const,
    from: [charge.status],
    after: { ...charge, status, version: charge.version + 1, expires_at: NEVER },
  }));
  await payments.transaction((transaction) => moveCharges(transaction, moves, newId()));
}
