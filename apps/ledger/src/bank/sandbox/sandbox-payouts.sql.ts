import type { Sql } from '@centavo/persistence';
import type { PayoutResult } from '../bank.port.js';

export interface SandboxPayout {
  readonly id: string;
  readonly reference: string;
  /** Centavos. */
  readonly amount: bigint;
  readonly result: PayoutResult;
}

/**
 * Remembers what was paid or refused. It stands for a write in the bank's own house, so its durability is not ours to pay for: it does not wait for
 * the disk. What a crash of PostgreSQL can undo here we have not recorded either; it is asked for again.
 */
export async function insertPayouts(sql: Sql, payouts: readonly SandboxPayout[]): Promise<void> {
  await sql.query(
    `WITH unhurried AS (SELECT set_config('synchronous_commit', 'off', true))
     INSERT INTO sandbox_payouts (id, reference, amount, result)
     SELECT p.* FROM unhurried, unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::json[]) AS p`,
    [
      payouts.map(({ id }) => id),
      payouts.map(({ reference }) => reference),
      payouts.map(({ amount }) => amount),
      payouts.map(({ result }) => JSON.stringify(result)),
    ],
  );
}

/** What came of the first payment under a reference. */
export async function findPayout(sql: Sql, reference: string): Promise<PayoutResult | undefined> {
  const [payout] = await sql.query<{ result: PayoutResult }>(
    'SELECT result FROM sandbox_payouts WHERE reference = $1 ORDER BY id LIMIT 1',
    [reference],
  );
  return payout?.result;
}

/** Has a payment to come end in a certain way; the first word counts. */
export async function insertOrder(sql: Sql, reference: string, outcome: PayoutResult['outcome']): Promise<void> {
  await sql.query(
    'INSERT INTO sandbox_payout_orders (reference, outcome) VALUES ($1, $2) ON CONFLICT (reference) DO NOTHING',
    [reference, outcome],
  );
}

export async function findOrder(sql: Sql, reference: string): Promise<PayoutResult['outcome'] | undefined> {
  const [order] = await sql.query<{ outcome: PayoutResult['outcome'] }>(
    'SELECT outcome FROM sandbox_payout_orders WHERE reference = $1',
    [reference],
  );
  return order?.outcome;
}
