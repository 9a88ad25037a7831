import { newId } from '@centavo/runtime';
import { type MessagingDatabase, startMessagingDatabase } from '../testing/messaging-database.js';
import { claimInbox, isHandled, purgeInbox } from './inbox.js';

describe('the inbox', () => {
  let tables: MessagingDatabase;

  beforeAll(async () => {
    tables = await startMessagingDatabase();
  });
  afterAll(() => tables.test.close());

  const claim = (consumer: string, ids: readonly string[]): Promise<Set<string>> =>
    tables.database.transaction((transaction) => claimInbox(transaction, consumer, ids));

  it('gives a message to a consumer once', async () => {
    const [one, two] = [newId(), newId()];

    expect(await claim('receivables', [one])).toEqual(new Set([one]));
    expect(await claim('receivables', [one, two, two])).toEqual(new Set([two]));
    expect(await claim('wallets', [one])).toEqual(new Set([one]));
  });

  it('knows what a consumer has handled', async () => {
    const id = newId();
    expect(await isHandled(tables.database, 'receivables', id)).toBe(false);
    await claim('receivables', [id]);

    expect(await isHandled(tables.database, 'receivables', id)).toBe(true);
    expect(await isHandled(tables.database, 'wallets', id)).toBe(false);
  });

  it('gives it again when the effect was rolled back', async () => {
    const id = newId();
    const failing = tables.database.transaction(async (transaction) => {
      await claimInbox(transaction, 'receivables', [id]);
      throw new Error('no effect');
    });
    await expect(failing).rejects.toThrow('no effect');

    expect(await claim('receivables', [id])).toEqual(new Set([id]));
  });

  it('gives each of many messages to one of two batches that come in opposite orders', async () => {
    const ids = Array.from({ length: 200 }, newId);
    const batches = await Promise.all([claim('receivables', ids), claim('receivables', ids.toReversed())]);

    expect(batches.map(({ size }) => size).toSorted((a, b) => a - b)).toEqual([0, 200]);
  });

  it('forgets only what cannot come again', async () => {
    const [old, recent] = [newId(), newId()];
    await claim('receivables', [old, recent]);
    await tables.database.query(`UPDATE inbox SET received_at = now() - interval '15 days' WHERE message_id = $1`, [
      old,
    ]);

    expect(await purgeInbox(tables.database)).toBe(1);
    expect(await claim('receivables', [old, recent])).toEqual(new Set([old]));
  });
});
