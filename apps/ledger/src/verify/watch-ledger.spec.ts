import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { Metrics } from '@centavo/runtime';
import { silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import { ChainJournal } from '../chain/chain-journal.js';
import { keepBusy } from '../fixtures/busy-ledger.js';
import { connectAsOwner } from '../testing/ledger-owner.js';
import { LedgerFixture } from '../fixtures/ledger.fixture.js';
import { ledgerService } from '../ledger.service.js';
import { WatchLedger } from './watch-ledger.js';

describe('the watch over the ledger', () => {
  let database: TestDatabase;
  let ledger: LedgerFixture;
  let owner: PostgresDatabase;
  let chain: ChainJournal;

  beforeEach(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    owner = await connectAsOwner(database.adminUrl);
    ledger = await LedgerFixture.start(
      await database.database('ledger'),
      testClock('2026-11-20T15:00:01Z'),
      silentLogger,
    );
    chain = new ChainJournal(ledger.database, silentLogger);
    await keepBusy(ledger);
  });

  afterEach(async () => {
    await ledger.stop();
    await owner.close();
    await database.close();
  });

  /** One look of an instance, and what its metrics say after it. */
  async function look() {
    const metrics = new Metrics();
    await new WatchLedger(ledger.database, silentLogger, metrics).execute();
    const text = await metrics.text();
    const valueOf = (name: string) => Number(new RegExp(`^centavo_${name} (.+)$`, 'm').exec(text)?.[1]);
    return {
      unchained: valueOf('ledger_unchained_transactions'),
      position: valueOf('ledger_checked_position'),
      violations: valueOf('ledger_violations'),
    };
  }

  const tamper = (damage: string) =>
    owner.transaction(async (transaction) => {
      await transaction.query('SET LOCAL session_replication_role = replica');
      await transaction.query(damage);
    });

  const posted = async (): Promise<number> =>
    Number((await ledger.database.query<{ count: bigint }>('SELECT count(*) FROM transactions'))[0]!.count);

  it('shows what waits to be chained, and follows the chain', async () => {
    const before = await posted();
    expect(await look()).toEqual({ unchained: before, position: 0, violations: 0 });
    await chain.execute();
    expect(await look()).toEqual({ unchained: 0, position: before, violations: 0 });
  });

  it('looks at what is new, and not again at what it has seen', async () => {
    await chain.execute();
    const { position } = await look();
    await tamper('UPDATE entries SET amount = amount * 2');
    expect(await look()).toMatchObject({ violations: 0 });

    await keepBusy(ledger);
    await tamper(
      `UPDATE transactions SET kind = 'gift' WHERE id IN (SELECT unnest(transaction_ids) FROM unchained_transactions)`,
    );
    await chain.execute();
    await tamper(`UPDATE transactions SET kind = 'theft' WHERE kind = 'gift'`);
    expect((await look()).violations).toBe((await posted()) - position);
  });

  it('sees an account that does not stand where its last entry left it', async () => {
    await tamper(`UPDATE accounts SET balance = balance + 1 WHERE kind = 'available' AND version > 0`);
    await chain.execute();
    expect((await look()).violations).toBe(1);
  });

  it('sees that the chain was rewritten where it has been', async () => {
    await chain.execute();
    await look();
    await tamper(
      `UPDATE journal_chain SET hash = sha256(hash) WHERE position = (SELECT max(position) FROM journal_chain)`,
    );
    expect((await look()).violations).toBe(1);
  });

  it('counts each fault once, however many instances watch', async () => {
    await tamper(`UPDATE accounts SET balance = balance + 1 WHERE kind = 'available' AND version > 0`);
    await chain.execute();
    await Promise.all([look(), look(), look()]);
    expect((await look()).violations).toBe(1);
  });
});
