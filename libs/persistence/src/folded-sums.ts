import type { Transaction } from './database.port.js';

/**
 * Sums that are exact at any time although their writers never wait for one another: a writer only adds rows to a table of changes, which
 * are folded into tables of sums behind it. A reader that adds up changes and sums sees each change once, before and after.
 */
export interface FoldedSums {
  /** The table of changes, with the columns of all sums. */
  readonly changes: string;
  /** What is added up: columns of type `bigint`. */
  readonly amounts: readonly string[];
  /** The tables of sums, each with the columns of its primary key. */
  readonly sums: readonly { readonly table: string; readonly keys: readonly string[] }[];
}

/**
 * Folds the changes there are into the sums, unless another instance is at it.
 * @returns how many changes were folded
 */
export async function foldSums(transaction: Transaction, folded: FoldedSums): Promise<number> {
  const [lock] = await transaction.query<{ taken: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || '.' || $1, 0)) AS taken`,
    [folded.changes],
  );
  if (!lock!.taken) return 0;
  const [row] = await transaction.query<{ changes: bigint }>(foldStatement(folded));
  return Number(row!.changes);
}

function foldStatement({ changes, amounts, sums }: FoldedSums): string {
  const keys = [...new Set(sums.flatMap((sum) => sum.keys))].join(', ');
  const added = amounts.map((amount) => `sum(${amount})::bigint AS ${amount}`).join(', ');
  const isChanged = amounts.map((amount) => `sum(${amount}) <> 0`).join(' OR ');
  const folds = sums.map(
    (sum, index) => `folded_${index} AS (
      INSERT INTO ${sum.table} AS s (${sum.keys.join(', ')}, ${amounts.join(', ')})
      SELECT ${sum.keys.join(', ')}, ${added} FROM net GROUP BY ${sum.keys.join(', ')}
      ON CONFLICT (${sum.keys.join(', ')})
      DO UPDATE SET ${amounts.map((amount) => `${amount} = s.${amount} + excluded.${amount}`).join(', ')}
    )`,
  );
  return `
    WITH gone AS (
      DELETE FROM ${changes} RETURNING ${keys}, ${amounts.join(', ')}
    ), net AS (
      SELECT ${keys}, ${added} FROM gone GROUP BY ${keys} HAVING ${isChanged}
    ), ${folds.join(', ')}
    SELECT count(*) AS changes FROM gone`;
}
