import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@centavo/testing';
import { STACK_SERVICES } from '../../scripts/lib/stack.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';
import type { Books } from '../support/books.js';
import { startStackUnderTest, type StackUnderTest } from '../support/stack-under-test.js';

const run = promisify(execFile);

const ORDERS_PER_SECOND = 20;
const TEST_TIMEOUT_MS = 300_000;
const NO_SERVICES = Object.fromEntries(STACK_SERVICES.map((service) => [service, 0]));

const count = async (books: Books, query: string): Promise<number> => {
  const [row] = await books.database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${query}`);
  return row!.count;
};
const charges = (books: Books): Promise<number> => count(books, 'payments.charges');
const unbooked = (books: Books): Promise<number> =>
  count(
    books,
    `payments.charges c WHERE c.status = 'captured'
     AND NOT EXISTS (SELECT FROM ledger.transactions t WHERE t.reference_id = c.id AND t.kind = 'capture')`,
  );

/** With owners and modes: PostgreSQL refuses what others may read. */
const copy = (from: string, to: string) => run('cp', ['-a', from, to]);

/** As a power cut does. */
async function fall({ stack, books }: StackUnderTest): Promise<void> {
  await Promise.all(STACK_SERVICES.map((service) => stack.kill(service)));
  await books.close();
  await stack.stop();
}

describe('A database that is restored from a backup, while the broker has gone on', () => {
  let dataDir: string;
  let system: StackUnderTest | undefined;
  beforeAll(async () => {
    dataDir = await temporaryFolder('restored');
  });
  afterAll(async () => {
    await system?.stop();
    await system?.postbacks.close();
    await rm(dataDir, { recursive: true, force: true });
  }, TEST_TIMEOUT_MS);

  it(
    'has the receivables of its charges and none of charges that it has lost, and takes payments',
    async () => {
      const [folder, backup] = [join(dataDir, 'postgres'), join(dataDir, 'backup')];
      const first = await startStackUnderTest({ dataDir });
      const since = new Date().toISOString();
      const { shop } = first;
      const sale = shop.sell('before', ORDERS_PER_SECOND);
      await sale.acknowledges(ORDERS_PER_SECOND);
      // What the ledger has not heard is on the bus alone.
      await first.stack.kill('ledger');
      await sale.acknowledges(3 * ORDERS_PER_SECOND);
      await eventually(async () => expect(await unbooked(first.books)).toBeGreaterThan(ORDERS_PER_SECOND / 2));
      await fall(first);
      await copy(folder, backup);

      const second = await startStackUnderTest({ dataDir }, first);
      await sale.acknowledges(sale.orders.length + ORDERS_PER_SECOND);
      await sale.stop();
      await eventually(async () => expect(await unbooked(second.books)).toBe(0));
      const sold = await charges(second.books);
      await fall(second);
      await rm(folder, { recursive: true });
      await copy(backup, folder);

      system = await startStackUnderTest({ dataDir, scale: NO_SERVICES }, first);
      const { stack, books } = system;
      expect(await unbooked(books)).toBeGreaterThan(0);
      expect(await charges(books)).toBeLessThan(sold);
      await stack.runStep('replay', since);
      await books.endLeases();
      for (const service of STACK_SERVICES) await stack.add(service);
      shop.routeTo(stack.baseUrls);

      const after = await shop.buy('after');
      expect(after.chargeId).toBeDefined();
      await eventually(async () => expect(await books.audit()).toEqual({}), { timeoutMs: 100_000, everyMs: 1_000 });
      expect(await charges(books)).toBeLessThan(sold);
    },
    TEST_TIMEOUT_MS,
  );
});
