import { CallTimeoutError, CallUnavailableError } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import type { PayoutRequest } from '../../bank/bank.port.js';
import { WithdrawalsFixture, type Payee, type WithdrawalsInstance } from '../../testing/withdrawals-fixture.js';
import { verifyLedger } from '../../verify/verify-ledger.js';

const MINUTE_MS = 60_000;

let fixture: WithdrawalsFixture;
let owner: WithdrawalsInstance;
let other: WithdrawalsInstance;
let payee: Payee;

beforeAll(async () => {
  fixture = await WithdrawalsFixture.start();
});
beforeEach(async () => {
  [owner, other] = [await fixture.instance(), await fixture.instance()];
  payee = await fixture.payee(10_000n);
});
afterAll(() => fixture.stop());

/** Makes a withdrawal and waits until its first attempt is over. */
async function attempted(fields: Parameters<typeof fixture.pix>[1] = {}): Promise<string> {
  const command = fixture.pix(payee, fields);
  await owner.create(command);
  await owner.queue.drained();
  return command.withdrawal_id;
}

const unavailable = async (): Promise<never> => {
  throw new CallUnavailableError('503');
};
const dead = (): Promise<never> => Promise.reject(new Error('dead'));
const statusOf = async (id: string) => (await fixture.withdrawal(id)).status;

async function expectPaidOnce(id: string): Promise<void> {
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', external_id: expect.any(String) });
  expect(await fixture.paidTimes(id)).toBe(1);
  expect(await fixture.balanceOf(payee)).toBe(0n);
  expect(await fixture.isTaskLeft(id)).toBe(false);
  await eventually(() => expect(fixture.kindsOf(id)).toEqual(['pending', 'processing', 'completed']));
}

describe('A bank that does not answer', () => {
  it('but has paid is asked what became of it, and does not pay again', async () => {
    await expectPaidOnce(await attempted({ pix_key: 'timeout@example.com' }));
  });

  it('and has not heard of it is not asked to pay again before its lease has ended', async () => {
    const id = await attempted({ pix_key: 'vanish@example.com' });
    expect(await statusOf(id)).toBe('processing');
    await other.recover();
    expect(await fixture.paidTimes(id)).toBe(0);
    const [task] = await fixture.database.query<{ seconds: number }>(
      `SELECT extract(epoch FROM due_at - now())::int AS seconds FROM withdrawal_tasks WHERE withdrawal_id = $1`,
      [id],
    );
    expect(task!.seconds).toBeGreaterThan(30);
  });

  it('pays once when it is asked again after that', async () => {
    let calls = 0;
    const pay = owner.bank.pay.bind(owner.bank);
    const vanish = async (request: PayoutRequest) => {
      calls += 1;
      if (calls === 1) throw new CallTimeoutError('no answer');
      return pay(request);
    };
    owner.bank.pay = vanish;
    other.bank.pay = vanish;
    const id = await attempted();
    expect(await statusOf(id)).toBe('processing');
    await fixture.endLease(id);
    await other.recover();
    expect(calls).toBe(2);
    await expectPaidOnce(id);
  });

  it('and gets the request late is found to have paid by whoever takes over', async () => {
    const pay = owner.bank.pay.bind(owner.bank);
    let late: PayoutRequest | undefined;
    owner.bank.pay = async (request) => {
      late = request;
      throw new CallTimeoutError('no answer');
    };
    const id = await attempted();
    await pay(late!);
    await fixture.endLease(id);
    await other.recover();
    await expectPaidOnce(id);
  });

  it('nor can be asked keeps the money in transit, however long it takes', async () => {
    owner.bank.inquire = unavailable;
    const id = await attempted({ pix_key: 'timeout@example.com' });
    expect(await statusOf(id)).toBe('processing');
    owner.clock.advance(60 * MINUTE_MS);
    await fixture.endLease(id);
    await owner.recover();
    expect(await statusOf(id)).toBe('processing');
    await fixture.endLease(id);
    await other.recover();
    await expectPaidOnce(id);
  });
});

describe('A bank that takes nothing', () => {
  it('is asked again soon, and pays', async () => {
    owner.bank.pay = unavailable;
    const id = await attempted();
    expect(await statusOf(id)).toBe('processing');
    await fixture.endLease(id);
    await other.recover();
    await expectPaidOnce(id);
  });

  it('for ten minutes has the withdrawal fail, and the wallet is credited again', async () => {
    owner.bank.pay = unavailable;
    const id = await attempted();
    owner.clock.advance(10 * MINUTE_MS);
    await fixture.endLease(id);
    await owner.recover();
    expect(await fixture.withdrawal(id)).toMatchObject({
      status: 'failed',
      failure_reason: 'The bank cannot be reached.',
    });
    expect(await fixture.balanceOf(payee)).toBe(10_000n);
    expect(await fixture.paidTimes(id)).toBe(0);
  });
});

describe('A process that dies', () => {
  it('before it hands a withdrawal over leaves it to another', async () => {
    owner.queue.add = () => undefined;
    const id = await attempted();
    expect(await statusOf(id)).toBe('pending');
    await other.recover();
    expect(await statusOf(id)).toBe('pending');
    await fixture.endLease(id);
    await other.recover();
    await expectPaidOnce(id);
  });

  it('before the bank is asked leaves it to another, who inquires first', async () => {
    owner.bank.pay = dead;
    const id = await attempted();
    expect(await statusOf(id)).toBe('processing');
    const asked: string[] = [];
    const [inquire, pay] = [other.bank.inquire.bind(other.bank), other.bank.pay.bind(other.bank)];
    other.bank.inquire = (reference) => (asked.push('inquire'), inquire(reference));
    other.bank.pay = (request) => (asked.push('pay'), pay(request));
    await fixture.endLease(id);
    await other.recover();
    expect(asked).toEqual(['inquire', 'pay']);
    await expectPaidOnce(id);
  });

  it('after the bank has paid leaves the rest to another, who does not pay again', async () => {
    const pay = owner.bank.pay.bind(owner.bank);
    owner.bank.pay = async (request) => {
      await pay(request);
      return dead();
    };
    const id = await attempted();
    await fixture.endLease(id);
    await other.recover();
    await expectPaidOnce(id);
  });
});

describe('A process that was only slow', () => {
  it('writes nothing any more about what another has taken over and is asking about', async () => {
    const [slowly, busily] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const [pay, inquire] = [owner.bank.pay.bind(owner.bank), other.bank.inquire.bind(other.bank)];
    owner.bank.pay = async (request) => {
      await pay(request);
      await slowly.promise;
      return { outcome: 'refused', reason: 'It was not, but its answer is not to count.' };
    };
    const asking = Promise.withResolvers<void>();
    other.bank.inquire = async (reference) => {
      asking.resolve();
      await busily.promise;
      return inquire(reference);
    };
    const command = fixture.pix(payee);
    await owner.create(command);
    const id = command.withdrawal_id;
    await eventually(async () => expect(await fixture.paidTimes(id)).toBe(1));
    await fixture.endLease(id);
    const recovery = other.recover();
    await asking.promise;
    slowly.resolve();
    await owner.queue.drained();
    expect(await statusOf(id)).toBe('processing');
    busily.resolve();
    await recovery;
    await expectPaidOnce(id);
  });
});

it('However it went, the ledger is in order', async () => {
  expect((await verifyLedger(fixture.database)).violations).toEqual([]);
});
