import type { SubmerchantRecord, SubmerchantStatus } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';

/** A submerchant as onboarding works with it. `outbox_id` names the outbox row that carries its last event. */
export interface SubmerchantState extends SubmerchantRecord {
  /** Counts its events. */
  readonly sequence: number;
  readonly outbox_id: string;
}

/** The constraint that a merchant registers a tax id once. */
export const TAX_ID_ONCE = 'submerchants_tax_id_once';

/** What a merchant says of a submerchant, and may say anew. */
const PROFILE_COLUMNS = [
  'entity_type',
  'trade_name',
  'legal_name',
  'tax_id',
  'email',
  'phone',
  'website',
  'description',
  'soft_descriptor',
  'birth_date',
  'mother_name',
  'business_type',
  'product_categories',
  'average_ticket',
  'monthly_revenue',
  'mcc',
  'cnaes',
  'updated_at',
] as const satisfies readonly (keyof SubmerchantState)[];

const COLUMNS = [
  ...PROFILE_COLUMNS,
  'id',
  'merchant_id',
  'wallet_id',
  'status',
  'reviewed_at',
  'review_notes',
  'sequence',
  'outbox_id',
  'created_at',
] as const satisfies readonly (keyof SubmerchantState)[];

/** A list is an array to PostgreSQL, unless it is told that it is JSON. */
const valuesOf = (submerchant: SubmerchantState, columns: readonly (keyof SubmerchantState)[]): unknown[] =>
  columns.map((column) => (column === 'cnaes' ? toJson(submerchant.cnaes) : submerchant[column]));

const toJson = (value: object | null): string | null => value && JSON.stringify(value);

const placesOf = (columns: readonly string[]): string => columns.map((_, index) => `$${index + 1}`).join(', ');

/** @returns false when the merchant has registered the tax id already, perhaps in this very moment */
export async function insertSubmerchant(transaction: Transaction, submerchant: SubmerchantState): Promise<boolean> {
  const inserted = await transaction.query(
    `INSERT INTO submerchants (${COLUMNS.join(', ')}) VALUES (${placesOf(COLUMNS)})
     ON CONFLICT ON CONSTRAINT ${TAX_ID_ONCE} DO NOTHING RETURNING id`,
    valuesOf(submerchant, COLUMNS),
  );
  return inserted.length > 0;
}

/**
 * A submerchant, locked until the end of the transaction: whoever depends on what it is or has decides alone.
 * @param merchantId undefined: whosever it is, for operators
 * @returns undefined when there is none, or it is another merchant's
 */
export async function lockSubmerchant(
  transaction: Transaction,
  id: string,
  merchantId?: string,
): Promise<SubmerchantState | undefined> {
  const [submerchant] = await transaction.query<SubmerchantState>(
    `SELECT * FROM submerchants WHERE id = $1 AND ($2::uuid IS NULL OR merchant_id = $2) FOR UPDATE`,
    [id, merchantId ?? null],
  );
  return submerchant;
}

/** Writes what the merchant says of a submerchant; see {@link TAX_ID_ONCE}. */
export async function updateProfile(transaction: Transaction, submerchant: SubmerchantState): Promise<void> {
  await transaction.query(
    `UPDATE submerchants SET (${PROFILE_COLUMNS.join(', ')}) = (${placesOf(PROFILE_COLUMNS)})
     WHERE id = $${PROFILE_COLUMNS.length + 1}`,
    [...valuesOf(submerchant, PROFILE_COLUMNS), submerchant.id],
  );
}

/** An operator's decision on a submerchant. */
export interface Decision {
  readonly submerchantId: string;
  readonly from: readonly SubmerchantStatus[];
  readonly to: SubmerchantStatus;
  readonly notes: string | null;
  readonly outboxId: string;
  readonly now: Date;
}

/** @returns the submerchant after the decision; undefined when its status is none of `from` */
export async function decide(transaction: Transaction, decision: Decision): Promise<SubmerchantState | undefined> {
  const { submerchantId, from, to, notes, outboxId, now } = decision;
  const [decided] = await transaction.query<SubmerchantState>(
    `UPDATE submerchants
     SET status = $3, review_notes = $4, outbox_id = $5, reviewed_at = $6, updated_at = $6, sequence = sequence + 1
     WHERE id = $1 AND status = ANY ($2)
     RETURNING *`,
    [submerchantId, from, to, notes, outboxId, now],
  );
  return decided;
}
