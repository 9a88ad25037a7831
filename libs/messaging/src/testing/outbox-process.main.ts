import { PostgresDatabase } from '@centavo/persistence';
import { PATIENT_CONNECTION, silentLogger } from '@centavo/testing';
import { BusUnavailableError } from '../bus.js';
import { InProcessBus } from '../in-process/in-process-bus.js';
import { Outbox } from '../outbox/outbox.js';
import { messageTo } from './bus-fixture.js';

const { url, password } = JSON.parse(process.argv[2] ?? '') as { url: string; password: string };

/** Never gets anything on the way: the process is killed before. */
class UnreachableBus extends InProcessBus {
  override publish(): Promise<void> {
    return Promise.reject(new BusUnavailableError('unreachable'));
  }
}

const database = await PostgresDatabase.connect({
  url,
  password,
  role: 'payments',
  poolSize: 1,
  ...PATIENT_CONNECTION,
});
const outbox = new Outbox(database, new UnreachableBus({ logger: silentLogger }), silentLogger);
for (const text of ['one', 'two']) {
  const messages = [messageTo('events', 'aggregate', 'said', text)];
  await database.transaction((transaction) => outbox.add(transaction, { id: outbox.newId(), messages, follows: [] }));
}
process.send?.('committed');
