import { BUS_TABLES_MIGRATION, BusContext, Idempotency, ReceivedMessage } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { eventually, silentLogger, startTestDatabase, type TestDatabase } from '@centavo/testing';
import { ledgerService } from '../ledger.service.js';
import { claimCheck } from './ledger-checks.sql.js';
import { RunChecks } from './run-checks.js';
import { VerifyLedgerHandler } from './verify-ledger.handler.js';

describe('a check of the ledger that was ordered', () => {
  let database: TestDatabase;
  let ledger: PostgresDatabase;
  let otherInstance: PostgresDatabase;

  beforeEach(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    ledger = await database.database('ledger');
    otherInstance = await database.database('ledger');
  });

  afterEach(() => database.close());

  const order = async (id = newId(), messageId = newId()): Promise<string> => {
    const message = new ReceivedMessage({
      id: messageId,
      type: 'ledger.verify',
      topic: 'ledger.commands',
      key: id,
      value: '{}',
      headers: {},
    });
    const command = {
      check_id: id,
      operator: 'operator:12345678',
      audit_call_id: newId(),
      idempotency: null,
      body: null,
    };
    const answer = await new VerifyLedgerHandler(ledger, new Idempotency()).handle(command, new BusContext([message]));
    if (!answer.ok) throw new Error(answer.error);
    return answer.data.id;
  };
  const checks = () =>
    ledger.query<{ id: string; requested_by: string; report: unknown }>(
      'SELECT id, requested_by, report FROM ledger_checks ORDER BY requested_at',
    );
  const runner = (instance = ledger) => new RunChecks(instance, silentLogger);

  it('is carried out, and keeps what it found', async () => {
    const id = await order();
    expect(await runner().execute()).toBe(true);
    expect(await checks()).toEqual([
      {
        id,
        requested_by: 'operator:12345678',
        report: { ok: true, transactions: 0, entries: 0, accounts: 6, violations: [] },
      },
    ]);
    expect(await runner().execute()).toBe(false);
  });

  it('is one, however often the order is delivered', async () => {
    const [id, messageId] = [newId(), newId()];
    expect([await order(id, messageId), await order(newId(), messageId)]).toEqual([id, id]);
    expect(await checks()).toHaveLength(1);
  });

  it('is carried out by one of many instances', async () => {
    await order();
    const outcomes = await Promise.all([runner().execute(), runner(otherInstance).execute()]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  it('is another instance’s when the first one died', async () => {
    await order();
    expect(await claimCheck(ledger, 60_000, 3_600_000)).toBeDefined();
    expect(await runner(otherInstance).execute()).toBe(false);
    await ledger.query('UPDATE ledger_checks SET leased_until = now()');
    expect(await runner(otherInstance).execute()).toBe(true);
  });

  it('is handed on at once by an instance that stops', async () => {
    const id = await order();
    const stopping = runner();
    await stopping.beforeApplicationShutdown();
    await expect(stopping.execute()).rejects.toThrow('abort');
    expect(await runner(otherInstance).execute()).toBe(true);
    expect((await checks())[0]).toMatchObject({ id, report: { ok: true } });
  });

  it('is given up when it has failed for an hour', async () => {
    await order();
    await ledger.query(`UPDATE ledger_checks SET requested_at = now() - interval '1 hour'`);
    expect(await runner().execute()).toBe(false);
  });

  it('is looked for as long as the service runs', async () => {
    const running = runner();
    running.onApplicationBootstrap();
    await order();
    await eventually(async () => expect((await checks())[0]!.report).not.toBeNull());
    await running.beforeApplicationShutdown();
  });
});
