import type { Database, Sql, Transaction } from '@centavo/persistence';
import { untilFewer } from '@centavo/runtime';

/** Longer than a message can come again: Kafka keeps it for 7 days. */
const KEPT_DAYS = 14;
const PURGED_AT_ONCE = 5_000;

/**
 * Marks messages as handled by a consumer, in the transaction of the effect, so that a message that comes again has none. Waits for another
 * transaction that is handling the same message.
 * @param consumer whose effect it is; several may handle the same message
 * @param messageIds UUIDs, also doubled ones
 * @returns those that were not handled before
 */
export async function claimInbox(
  transaction: Transaction,
  consumer: string,
  messageIds: readonly string[],
): Promise<Set<string>> {
  // Sorted, so that two batches with common messages cannot wait for each other.
  const rows = await transaction.query<{ message_id: string }>(
    `INSERT INTO inbox (message_id, consumer)
     SELECT message_id, $1 FROM unnest($2::uuid[]) AS message_id
     ON CONFLICT DO NOTHING
     RETURNING message_id`,
    [consumer, messageIds.toSorted()],
  );
  return new Set(rows.map(({ message_id }) => message_id));
}

/** Whether a consumer has handled a message: its effect is committed. */
export async function isHandled(sql: Sql, consumer: string, messageId: string): Promise<boolean> {
  const rows = await sql.query('SELECT FROM inbox WHERE message_id = $1 AND consumer = $2', [messageId, consumer]);
  return rows.length > 0;
}

/** Forgets messages that cannot come again, in bounded steps. @returns how many */
export function purgeInbox(database: Database): Promise<number> {
  return untilFewer(PURGED_AT_ONCE, async () => {
    const rows = await database.query(
      `DELETE FROM inbox WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM inbox WHERE received_at < now() - make_interval(days => $1) ORDER BY received_at LIMIT $2))
       RETURNING 1`,
      [KEPT_DAYS, PURGED_AT_ONCE],
    );
    return rows.length;
  });
}
