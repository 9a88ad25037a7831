import { CallTimeoutError, CallUnavailableError } from '@centavo/runtime';
import { eventually, lockWaiters } from '@centavo/testing';
import type { PayoutRequest } from '../../bank/bank.port.js';
import { WithdrawalsFixture, type Payee, type WithdrawalsInstance } from '../../testing/withdrawals-fixture.js';
import { PROCESSING_LEASE_MS } from '../due-work.js';
import { claimDueTasks, putOff } from '../withdrawal-tasks.sql.js';

describe('Withdrawals that are taken over', () => {
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

  /** Makes a withdrawal that the bank does not take at first. */
  async function attempted(from = payee): Promise<string> {
    const command = fixture.pix(from);
    await owner.create(command);
    await owner.queue.drained();
    await fixture.endLease(command.withdrawal_id);
    return command.withdrawal_id;
  }

  it('keep the lease of their new owner, when the old one puts them off at that very moment', async () => {
    owner.bank.pay = unavailable;
    const id = await attempted();
    const before = await fixture.withdrawal(id);
    const putting = await fixture.database.transaction(async (transaction) => {
      await claimDueTasks(transaction, PROCESSING_LEASE_MS, 10);
      const late = putOff(owner.database, before, 1_000, false);
      await eventually(async () => (await lockWaiters(fixture.database)) > 0);
      return { late };
    });
    await putting.late;
    const [task] = await fixture.database.query<{ seconds: number; may_be_asked: boolean }>(
      `SELECT extract(epoch FROM due_at - now())::int AS seconds, may_be_asked FROM withdrawal_tasks WHERE withdrawal_id = $1`,
      [id],
    );
    expect(task).toMatchObject({ may_be_asked: true });
    expect(task!.seconds).toBeGreaterThan(30);
  });

  it('are paid although the destination of another cannot be read', async () => {
    const pay = owner.bank.pay.bind(owner.bank);
    owner.bank.pay = unavailable;
    const broken = await attempted();
    const others = [];
    for (let made = 0; made < 3; made += 1) others.push(await attempted(await fixture.payee(10_000n)));
    await fixture.database.query(
      `UPDATE withdrawal_tasks SET destination = destination || '\\x00', due_at = '-infinity' WHERE withdrawal_id = $1`,
      [broken],
    );
    owner.bank.pay = pay;
    await owner.recover();
    const statuses = await Promise.all([broken, ...others].map(async (id) => (await fixture.withdrawal(id)).status));
    expect(statuses).toEqual(['processing', 'completed', 'completed', 'completed']);
  });

  it('are inquired about as long as an attempt is in doubt, whatever came of the attempts after it', async () => {
    const pay = owner.bank.pay.bind(owner.bank);
    let late: PayoutRequest | undefined;
    owner.bank.pay = async (request) => {
      late = request;
      throw new CallTimeoutError('no answer');
    };
    const id = await attempted();
    other.bank.pay = unavailable;
    await other.recover();
    await fixture.endLease(id);
    await pay(late!);
    await other.recover();
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
    expect(await fixture.paidTimes(id)).toBe(1);
  });
});

async function unavailable(): Promise<never> {
  throw new CallUnavailableError('503');
}
