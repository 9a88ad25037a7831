import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { CallTimeoutError, Metrics, newId } from '@centavo/runtime';
import { startTestDatabase, stoppedInTransactions, testClock, type TestDatabase } from '@centavo/testing';
import { ledgerService } from '../../ledger.service.js';
import type { PayoutRequest } from '../bank.port.js';
import type { Destination } from '../destination.js';
import { BANK_LIMITS, GuardedBank } from '../guarded-bank.js';
import { SandboxBank } from './sandbox-bank.js';

let testDatabase: TestDatabase;
let database: PostgresDatabase;
let bank: SandboxBank;

beforeAll(async () => {
  testDatabase = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
  database = await testDatabase.database('ledger');
  bank = new SandboxBank(database, testClock('2026-11-20T12:34:00Z'));
});
afterAll(() => testDatabase.close());

const byPix = (key: string): PayoutRequest => ({
  reference: newId(),
  amount: 9_633n,
  destination: { type: 'pix', keyType: 'email', key, holderDocumentType: 'cpf', holderDocument: '12345678909' },
});
const CRYPTO: Destination = { type: 'crypto', asset: 'BTC', network: 'bitcoin', address: 'bc1' };
const paidTimes = async (reference: string) =>
  (await database.query('SELECT FROM sandbox_payouts WHERE reference = $1', [reference])).length;

const guarded = (timeoutMs: number) =>
  new GuardedBank(bank, new Metrics(), { ...BANK_LIMITS, timeoutMs, concurrency: 1, maxQueued: 0 });

describe("The sandbox's bank", () => {
  it('pays, and can be asked about it afterwards', async () => {
    const request = byPix('maria@example.com');
    expect(await bank.inquire(request.reference)).toBeUndefined();
    const result = await bank.pay(request);
    expect(result).toEqual({ outcome: 'paid', externalId: expect.stringMatching(/^E00000000202611201234\w{11}$/) });
    expect(await bank.inquire(request.reference)).toEqual(result);
  });

  it('refuses a key that contains `fail`', async () => {
    const request = byPix('fail@example.com');
    expect(await bank.pay(request)).toMatchObject({ outcome: 'refused', reason: expect.any(String) });
    expect(await bank.inquire(request.reference)).toMatchObject({ outcome: 'refused' });
  });

  it('loses its answer for a key that contains `timeout`, and forgets the request for one with `vanish`', async () => {
    const lost = byPix('timeout@example.com');
    await expect(bank.pay(lost)).rejects.toThrow(CallTimeoutError);
    expect(await bank.inquire(lost.reference)).toMatchObject({ outcome: 'paid' });
    const forgotten = byPix('vanish@example.com');
    await expect(bank.pay(forgotten)).rejects.toThrow(CallTimeoutError);
    expect(await bank.inquire(forgotten.reference)).toBeUndefined();
  });

  it('does what it was told beforehand, whatever the key says; the first word counts', async () => {
    const request = byPix('fail@example.com');
    await bank.order(database, request.reference, 'paid');
    await bank.order(database, request.reference, 'refused');
    expect(await bank.pay(request)).toMatchObject({ outcome: 'paid' });
  });

  it('does not deduplicate: who pays twice is seen to', async () => {
    const request = { ...byPix('maria@example.com'), destination: CRYPTO };
    await bank.pay(request);
    await bank.pay(request);
    expect(await paidTimes(request.reference)).toBe(2);
  });
});

describe('The guarded bank', () => {
  it('hands requests and answers through, under the name of the bank', async () => {
    const request = byPix('maria@example.com');
    const safe = guarded(60_000);
    expect([safe.name, safe.takesAtOnce('pix'), safe.takesAtOnce('ted')]).toEqual(['sandbox', true, false]);
    expect(await safe.pay(request)).toEqual(await safe.inquire(request.reference));
  });

  it('waits no longer than it may, and then does not know', async () => {
    const safe = guarded(20);
    await expect(safe.pay(byPix('vanish@example.com'))).rejects.toThrow('there was no answer in time');
  });

  it('pays nothing any more after that, when the process was stopped that asked for it', async () => {
    const request = byPix('maria@example.com');
    const timeoutMs = 1_000;
    const process = stoppedInTransactions(database, timeoutMs);
    const stopped = new SandboxBank(process.database, testClock('2026-11-20T12:34:00Z'));
    const safe = new GuardedBank(stopped, new Metrics(), { ...BANK_LIMITS, timeoutMs });
    await expect(safe.pay(request)).rejects.toThrow(CallTimeoutError);
    await process.atRest();
    expect(await paidTimes(request.reference)).toBe(0);
  });

  it('pays nothing any more after that, however late the adapter goes on', async () => {
    const request = byPix('maria@example.com');
    const stuck = Promise.withResolvers<void>();
    const calls: Promise<unknown>[] = [];
    const slow = new SandboxBank(await testDatabase.database('ledger'), testClock('2026-11-20T12:34:00Z'));
    const pay = slow.pay.bind(slow);
    slow.pay = (...payment) => {
      const call = stuck.promise.then(() => pay(...payment));
      calls.push(call);
      return call;
    };
    const safe = new GuardedBank(slow, new Metrics(), { ...BANK_LIMITS, timeoutMs: 1_000 });
    await expect(safe.pay(request)).rejects.toThrow(CallTimeoutError);
    stuck.resolve();
    await Promise.allSettled(calls);
    expect(await paidTimes(request.reference)).toBe(0);
  });
});
