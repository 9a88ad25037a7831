import { DomainError } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { sealedPin, WithdrawalsFixture, type Payee, type WithdrawalsInstance } from '../testing/withdrawals-fixture.js';

const PIN = '4071';
const WRONG = '9999';

let fixture: WithdrawalsFixture;
let instances: readonly [WithdrawalsInstance, WithdrawalsInstance];
let payee: Payee;

beforeAll(async () => {
  fixture = await WithdrawalsFixture.start();
  instances = [await fixture.instance(), await fixture.instance()];
});
beforeEach(async () => {
  payee = await fixture.payee(1_000_000n);
  await setPin(PIN);
});
afterAll(() => fixture.stop());

const aRequest = () => ({ scope: 'command', key: newId(), fingerprint: '' });

async function setPin(pin: string, currentPin: string | null = null): Promise<void> {
  const { merchantId } = payee;
  const body = {
    pin: sealedPin(pin, merchantId),
    current_pin: currentPin && sealedPin(currentPin, merchantId),
  };
  await instances[0].setPin.execute({ merchant_id: merchantId, idempotency: null, body }, aRequest());
}

async function guess(pin: string, turn = 0): Promise<string> {
  try {
    await instances[turn % 2]!.verifyPin.execute(payee.merchantId, sealedPin(pin, payee.merchantId));
    return 'right';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

const guesses = async (pins: readonly string[]): Promise<Record<string, number>> => {
  const told = await Promise.all(pins.map((pin, turn) => guess(pin, turn)));
  return Object.fromEntries([...Map.groupBy(told, (one) => one)].map(([one, all]) => [one, all.length]));
};
const times = (count: number, pin: string): string[] => Array.from({ length: count }, () => pin);
const endLock = () =>
  fixture.database.query(`UPDATE transaction_pins SET locked_until = now() WHERE merchant_id = $1`, [payee.merchantId]);

describe('Who guesses a PIN', () => {
  it('a hundred times at once, on two instances, is told of five guesses, and then the right one is refused too', async () => {
    expect(await guesses(times(100, WRONG))).toEqual({ transaction_pin_invalid: 5, transaction_pin_locked: 95 });
    expect(await guess(PIN)).toBe('transaction_pin_locked');
  });

  it('has five more when the lock is over', async () => {
    await guesses(times(5, WRONG));
    const [pin] = await fixture.database.query<{ minutes: number }>(
      `SELECT round(extract(epoch FROM locked_until - now()) / 60)::int AS minutes FROM transaction_pins WHERE merchant_id = $1`,
      [payee.merchantId],
    );
    expect(pin!.minutes).toBe(30);
    await endLock();
    expect(await guesses(times(7, WRONG))).toEqual({ transaction_pin_invalid: 5, transaction_pin_locked: 2 });
    await endLock();
    expect(await guess(PIN)).toBe('right');
  });
});

describe('Who knows a PIN', () => {
  it('may use it as often at once as it likes', async () => {
    expect(await guesses(times(20, PIN))).toEqual({ right: 20 });
  });

  it('has all attempts again after a right one', async () => {
    await guesses(times(4, WRONG));
    expect(await guess(PIN)).toBe('right');
    expect(await guesses(times(4, WRONG))).toEqual({ transaction_pin_invalid: 4 });
    expect(await guess(PIN)).toBe('right');
  });

  it('uses no other merchant’s', async () => {
    const other = payee;
    payee = await fixture.payee(1n);
    await setPin('1234');
    await fixture.database.query(
      `UPDATE transaction_pins mine SET hash = theirs.hash, salt = theirs.salt
       FROM transaction_pins theirs WHERE mine.merchant_id = $1 AND theirs.merchant_id = $2`,
      [payee.merchantId, other.merchantId],
    );
    expect(await guess(PIN)).toBe('transaction_pin_invalid');
  });
});

describe('A withdrawal whose PIN changes while it is verified', () => {
  it('needs the new one', async () => {
    const [instance] = instances;
    const verify = instance.verifyPin.execute.bind(instance.verifyPin);
    instance.verifyPin.execute = async (...asked) => {
      const verified = await verify(...asked);
      instance.verifyPin.execute = verify;
      await setPin('1234', PIN);
      return verified;
    };
    const old = instance.create(fixture.pix(payee, { transaction_pin: PIN }));
    await expect(old).rejects.toMatchObject({ code: 'transaction_pin_invalid' });
    expect(await fixture.withdrawalsOf(payee)).toEqual([]);
    expect(await instance.create(fixture.pix(payee, { transaction_pin: '1234' }))).toMatchObject({ ok: true });
  });

  it('is refused when it is locked meanwhile', async () => {
    const [instance] = instances;
    const verify = instance.verifyPin.execute.bind(instance.verifyPin);
    instance.verifyPin.execute = async (...asked) => {
      const verified = await verify(...asked);
      instance.verifyPin.execute = verify;
      await guesses(times(5, WRONG));
      return verified;
    };
    const locked = instance.create(fixture.pix(payee, { transaction_pin: PIN }));
    await expect(locked).rejects.toMatchObject({ code: 'transaction_pin_locked' });
  });
});

async function kept() {
  const [pin] = await fixture.database.query<{ hash: Buffer; salt: Buffer; memory_kib: number; passes: number }>(
    'SELECT hash, salt, memory_kib, passes FROM transaction_pins WHERE merchant_id = $1',
    [payee.merchantId],
  );
  return pin!;
}

describe('What is kept of a PIN', () => {
  it('is an argon2id hash with its parameters and a salt of its own, another one each time', async () => {
    const first = await kept();
    expect(first).toMatchObject({ memory_kib: 19_456, passes: 2 });
    expect([first.hash.length, first.salt.length]).toEqual([32, 16]);
    await setPin(PIN, PIN);
    const again = await kept();
    expect(again.salt).not.toEqual(first.salt);
    expect(again.hash).not.toEqual(first.hash);
  });
});
