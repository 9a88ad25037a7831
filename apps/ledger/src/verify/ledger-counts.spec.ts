import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import { startTestDatabase, type TestDatabase } from '@centavo/testing';
import { ledgerService } from '../ledger.service.js';
import { LEDGER_COUNTS } from './ledger-rules.sql.js';

describe('the counts of a check', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
  });
  afterAll(() => database.close());

  it('go further than an int', async () => {
    const ledger = await database.database('ledger');
    expect(await ledger.query(LEDGER_COUNTS)).toEqual([{ transactions: 0n, entries: 0n, accounts: 6n }]);
  });
});
