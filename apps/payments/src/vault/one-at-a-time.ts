import type { Database } from '@centavo/persistence';

/** Any number that nothing else in this database locks. */
const KEY_COMMAND_LOCK = 7_226_828_602;

/** Another command on the vault's keys is running. */
export class KeysBusyError extends Error {
  override readonly name = 'KeysBusyError';

  constructor() {
    super('Another command on the vault’s keys is running. Try again when it has ended.');
  }
}

/**
 * Carries out a command on the vault's keys, unless another one is at it: both would write the file that they have read.
 * @throws KeysBusyError, and what `work` throws
 */
export async function oneAtATime<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  // Kept in a result: what the transaction itself might try again must not be begun anew.
  const outcome = await database.transaction(async (transaction) => {
    await transaction.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const [row] = await transaction.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
      KEY_COMMAND_LOCK,
    ]);
    if (!row!.locked) throw new KeysBusyError();
    return work().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
  });
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}
