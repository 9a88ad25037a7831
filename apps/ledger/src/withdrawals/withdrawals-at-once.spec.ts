import type { Answer, Withdrawal } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import { merchantEvent } from '../fixtures/merchant-event.js';
import { keepMerchantTerms } from '../merchants/merchant-terms.js';
import { WithdrawalsFixture, type Payee, type WithdrawalsInstance } from '../testing/withdrawals-fixture.js';
import { verifyLedger } from '../verify/verify-ledger.js';

/** How many ask at once, and how many of them the wallet covers; the full count is 500. */
const RACERS = Number(process.env['RACERS'] ?? 100);
const COVERED = Math.floor(RACERS / 8) + 1;
const TEST_TIMEOUT_MS = 120_000 + RACERS * 400;

let fixture: WithdrawalsFixture;
let instances: readonly [WithdrawalsInstance, WithdrawalsInstance];

beforeAll(async () => {
  fixture = await WithdrawalsFixture.start();
  instances = [await fixture.instance(), await fixture.instance()];
});
afterAll(() => fixture.stop());

const aRequest = () => ({ scope: 'command', key: newId(), fingerprint: '' });

/** A withdrawal that waits for somebody's word. */
async function waiting(payee: Payee): Promise<string> {
  const command = fixture.ted(payee);
  await instances[0].create(command);
  return command.withdrawal_id;
}

const outcomesOf = (answers: readonly Answer<Withdrawal>[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, (answer) => (answer.ok ? 'made' : answer.error))].map(([name, all]) => [name, all.length]),
  );
const verified = async () => expect((await verifyLedger(fixture.database)).violations).toEqual([]);

describe('Withdrawals at once', () => {
  it(
    'of which the wallet covers so many: exactly those are made, on however many instances',
    async () => {
      const payee = await fixture.payee(BigInt(COVERED) * 10_000n + 9_999n);
      const answers = await Promise.all(
        Array.from({ length: RACERS }, (_, turn) => instances[turn % 2]!.create(fixture.pix(payee))),
      );
      expect(outcomesOf(answers)).toEqual({ made: COVERED, insufficient_balance: RACERS - COVERED });
      expect(await fixture.balanceOf(payee)).toBe(9_999n);
      await Promise.all(instances.map(({ queue }) => queue.drained()));
      const rows = await fixture.withdrawalsOf(payee);
      expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: COVERED }, () => 'completed'));
      for (const { id } of rows) {
        expect(await fixture.paidTimes(id)).toBe(1);
        expect(await fixture.isTaskLeft(id)).toBe(false);
      }
      await verified();
    },
    TEST_TIMEOUT_MS,
  );

  it('under one key are one withdrawal with one answer', async () => {
    const payee = await fixture.payee(1_000_000n);
    const key = newId();
    const idempotency = { scope: 'POST /v1/withdrawals', key: newId(), fingerprint: 'f' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        instances[turn % 2]!.create({
          ...fixture.pix(payee, { idempotency_key: key }),
          // Some give the header too.
          ...(turn % 3 === 0 && { idempotency }),
        }),
      ),
    );
    expect(outcomesOf(answers)).toEqual({ made: 20 });
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.ok && answer.data)))).toHaveProperty('size', 1);
    expect(await fixture.balanceOf(payee)).toBe(990_000n);
    expect(await fixture.withdrawalsOf(payee)).toHaveLength(1);
  });

  it('under one key with different bodies: one is made, the others are told that the key was used', async () => {
    const payee = await fixture.payee(1_000_000n);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        instances[turn % 2]!.create(fixture.pix(payee, { idempotency_key: 'the same', amount: 1_000 + turn })),
      ),
    );
    expect(outcomesOf(answers)).toEqual({ made: 1, idempotency_key_reused: 9 });
    expect(await fixture.withdrawalsOf(payee)).toHaveLength(1);
  });

  it('under one key that the balance does not cover leave the key free', async () => {
    const payee = await fixture.payee(5_000n);
    const command = fixture.pix(payee);
    const answers = await Promise.all(instances.map((instance) => instance.create(command)));
    expect(outcomesOf(answers)).toEqual({ insufficient_balance: 2 });
    await fixture.credit(payee.merchantId, 5_000n);
    expect(await instances[0].create(command)).toMatchObject({ ok: true });
  });

  it('that were on their way when their merchant was suspended are refused', async () => {
    const payee = await fixture.payee(10_000n);
    const event = merchantEvent();
    await keepMerchantTerms(fixture.database, {
      ...event,
      data: { ...event.data, id: payee.merchantId, status: 'suspended' },
    });
    expect(await instances[0].create(fixture.pix(payee))).toMatchObject({ ok: false, error: 'merchant_suspended' });
    expect(await fixture.balanceOf(payee)).toBe(10_000n);
  });

  it('that the bus delivers again are made once, and to their sender it is the first answer', async () => {
    const payee = await fixture.payee(100_000n);
    const command = fixture.pix(payee);
    const first = await instances[0].create(command);
    const again = await instances[1].create(command);
    expect(again).toEqual(first);
    expect(await fixture.balanceOf(payee)).toBe(90_000n);
  });

  it('are told of in order, each once, and listed where they stand', async () => {
    const payee = await fixture.payee(100_000n);
    const commands = Array.from({ length: 10 }, () => fixture.pix(payee));
    await Promise.all(commands.map((command, turn) => instances[turn % 2]!.create(command)));
    await Promise.all(instances.map(({ queue }) => queue.drained()));
    for (const { withdrawal_id: id } of commands) {
      await eventually(() => expect(fixture.kindsOf(id)).toEqual(['pending', 'processing', 'completed']));
    }
    const listed = await fixture.database.query(
      `SELECT status, count(*)::int AS count FROM published_withdrawal_listings WHERE owner_id = $1 GROUP BY 1`,
      [payee.merchantId],
    );
    const counted = await fixture.database.query(
      `SELECT status, sum(count)::int AS count FROM published_withdrawal_counts WHERE owner_id = $1
       GROUP BY 1 HAVING sum(count) <> 0`,
      [payee.merchantId],
    );
    expect(listed).toEqual([{ status: 'completed', count: 10 }]);
    expect(counted).toEqual(listed);
  });
});

describe('A withdrawal that is canceled while it is handed over', () => {
  it('is either paid once or credited again, whoever was first', async () => {
    const payee = await fixture.payee(300_000n);
    const made = await Promise.all(Array.from({ length: 30 }, () => waiting(payee)));
    const about = (id: string) => ({ merchant_id: payee.merchantId, withdrawal_id: id, idempotency: null, body: null });
    const complete = (id: string) =>
      instances[0].simulateWithdrawal.execute({ ...about(id), simulation: 'complete' }, aRequest(), {});
    const cancel = (id: string) => instances[1].cancelWithdrawal.execute(about(id), aRequest(), {});
    const contests = made.map((id, turn) => {
      return Promise.allSettled(turn % 2 === 0 ? [complete(id), cancel(id)] : [cancel(id), complete(id)]);
    });
    await Promise.all(contests);
    for (const id of made) {
      const { status } = await fixture.withdrawal(id);
      expect(['completed', 'canceled']).toContain(status);
      expect(await fixture.paidTimes(id)).toBe(status === 'completed' ? 1 : 0);
      expect(await fixture.isTaskLeft(id)).toBe(false);
    }
    const completed = (await fixture.withdrawalsOf(payee)).filter(({ status }) => status === 'completed');
    expect(await fixture.balanceOf(payee)).toBe(300_000n - BigInt(completed.length) * 10_000n);
    await verified();
  });
});
