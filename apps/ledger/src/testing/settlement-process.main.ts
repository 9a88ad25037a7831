import { PostgresDatabase } from '@centavo/persistence';
import { PATIENT_CONNECTION, silentLogger, testClock } from '@centavo/testing';
import { LedgerFixture } from '../fixtures/ledger.fixture.js';
import type { SettlementLimits } from '../settlement/settlement-limits.js';
import type { ToldEvent } from './settlement-process.js';
import { SteppedDatabase } from './stepped-database.js';

const { url, password, now, limits, dieAfter } = JSON.parse(process.argv[2] ?? '') as {
  url: string;
  password: string;
  now: string;
  limits: SettlementLimits;
  dieAfter: number;
};

let steps = 0;
const mayDie = (): void => {
  steps += 1;
  if (steps === dieAfter) process.kill(process.pid, 'SIGKILL');
};

/** Resolves when it is with the parent for good, as a broker would have it: only then may the outbox forget it. */
const tell = (event: ToldEvent): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(event, (error: Error | null) => (error ? reject(error) : resolve()));
  });

const database = await PostgresDatabase.connect({ url, password, role: 'ledger', poolSize: 4, ...PATIENT_CONNECTION });
const stepped = new SteppedDatabase(database, mayDie);
const ledger = await LedgerFixture.start(stepped, testClock(now), silentLogger, limits, ({ id, type, headers }) =>
  tell({ id, type, receivableId: headers.resourceId! }),
);
await ledger.settlement.execute();
await ledger.stop();
await database.close();
process.disconnect();
