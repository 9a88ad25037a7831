import { newId } from '@centavo/runtime';
import { aTedBody, aWithdrawalBody } from '@centavo/testing';
import { OPERATOR } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { Payee } from '../support/payee.js';

const PIN = '4071';
const WRONG = '9999';

let platform: TestPlatform;
let payee: Payee;

beforeAll(async () => {
  platform = await startPlatform();
});
beforeEach(async () => {
  payee = await Payee.open(platform, 100_000);
});
afterAll(() => platform.stop());

const withPin = (pin?: string, fields = {}) =>
  payee.withdraw(aTedBody(payee.walletId, { ...(pin && { transaction_pin: pin }), ...fields }));
const aKey = () => ({ 'idempotency-key': newId() });
const outcome = ({ status, body }: { status: number; body: { error?: string } }) => `${status} ${body.error ?? 'ok'}`;
const lock = async () => {
  for (let time = 0; time < 5; time += 1) expect(outcome(await withPin(WRONG))).toBe('403 transaction_pin_invalid');
};
const reset = (id = payee.merchant.merchant.id, as: string | object = OPERATOR) =>
  platform.http.call('DELETE', `/admin/v1/merchants/${id}/transaction-pin`, { as: as as string });

describe('A transaction PIN', () => {
  it('is needed for withdrawals from when it is set until it is removed', async () => {
    expect(outcome(await withPin())).toBe('201 ok');
    const { status, body } = await payee.setPin({ pin: PIN });
    expect([status, body.data]).toEqual([200, { id: payee.merchant.merchant.id, enabled: true }]);
    const missing = await withPin();
    expect(outcome(missing)).toBe('422 transaction_pin_required');
    expect(missing.body.details).toMatchObject([{ field: 'transaction_pin' }]);
    expect(outcome(await withPin(WRONG))).toBe('403 transaction_pin_invalid');
    expect(outcome(await withPin(PIN))).toBe('201 ok');
    expect((await payee.removePin({ current_pin: PIN })).body.data).toEqual({
      id: payee.merchant.merchant.id,
      deleted: true,
    });
    expect(outcome(await withPin())).toBe('201 ok');
  });

  it('is changed by who knows it', async () => {
    await payee.setPin({ pin: PIN });
    expect((await payee.setPin({ pin: '1234' })).body).toMatchObject({
      error: 'validation_error',
      details: [{ field: 'current_pin', code: 'required' }],
    });
    expect(outcome(await payee.setPin({ pin: '1234', current_pin: WRONG }))).toBe('403 transaction_pin_invalid');
    expect(outcome(await payee.setPin({ pin: '1234', current_pin: PIN }))).toBe('200 ok');
    expect(outcome(await withPin(PIN))).toBe('403 transaction_pin_invalid');
    expect(outcome(await withPin('1234'))).toBe('201 ok');
  });

  it('is removed by who knows it, and a merchant without one has nothing to remove', async () => {
    const key = aKey();
    expect(outcome(await payee.removePin({ current_pin: PIN }, key))).toBe('200 ok');
    await payee.setPin({ pin: PIN });
    expect(outcome(await payee.removePin(undefined, key))).toBe('400 invalid_json');
    for (const body of [{}, { current_pin: null }]) {
      const missing = await payee.removePin(body, key);
      expect(outcome(missing)).toBe('422 validation_error');
      expect(missing.body.details).toMatchObject([{ field: 'current_pin', code: 'required' }]);
    }
    expect(outcome(await payee.removePin({ current_pin: WRONG }))).toBe('403 transaction_pin_invalid');
    expect(outcome(await withPin())).toBe('422 transaction_pin_required');
  });

  it.each([{}, { pin: '123' }, { pin: '12345' }, { pin: 'abcd' }, { pin: 1234 }, { pin: '١٢٣٤' }])(
    'has four digits, and is not %j',
    async (body) => {
      const reply = await payee.setPin(body);
      expect(outcome(reply)).toBe('422 validation_error');
      expect(new Set(reply.body.details!.map(({ field }) => field))).toEqual(new Set(['pin']));
    },
  );

  it('is locked by five wrong ones in a row, and then the right one is refused everywhere too', async () => {
    await payee.setPin({ pin: PIN });
    await lock();
    expect(outcome(await withPin(PIN))).toBe('423 transaction_pin_locked');
    expect(outcome(await payee.setPin({ pin: '1234', current_pin: PIN }))).toBe('423 transaction_pin_locked');
    expect(outcome(await payee.removePin({ current_pin: PIN }))).toBe('423 transaction_pin_locked');
  });

  it('is not locked by wrong ones with a right one between them', async () => {
    await payee.setPin({ pin: PIN });
    for (let time = 0; time < 4; time += 1) await withPin(WRONG);
    expect(outcome(await withPin(PIN))).toBe('201 ok');
    for (let time = 0; time < 4; time += 1) await withPin(WRONG);
    expect(outcome(await withPin(PIN))).toBe('201 ok');
  });

  it('is given back by an operator to a merchant that has lost or locked it', async () => {
    await payee.setPin({ pin: PIN });
    await lock();
    const { status, body } = await reset();
    expect([status, body.data]).toEqual([200, { id: payee.merchant.merchant.id, deleted: true }]);
    expect(outcome(await withPin())).toBe('201 ok');
    expect(outcome(await reset(newId()))).toBe('404 merchant_not_found');
  });
});

describe('A withdrawal with a PIN', () => {
  it('that was refused for it may be tried again under both its keys', async () => {
    await payee.setPin({ pin: PIN });
    const body = aWithdrawalBody(payee.walletId);
    const key = { 'idempotency-key': newId() };
    expect(outcome(await payee.withdraw(body, key))).toBe('422 transaction_pin_required');
    expect(outcome(await payee.withdraw({ ...body, transaction_pin: WRONG }, key))).toBe('403 transaction_pin_invalid');
    expect(outcome(await payee.withdraw({ ...body, transaction_pin: PIN }, key))).toBe('201 ok');
  });

  it('that was made is not a way to find the PIN out: repeated, it says nothing of it', async () => {
    await payee.setPin({ pin: PIN });
    const body = aWithdrawalBody(payee.walletId);
    const first = await payee.withdraw({ ...body, transaction_pin: PIN });
    for (const pin of [WRONG, PIN]) {
      const again = await payee.withdraw({ ...body, transaction_pin: pin });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.body).toEqual(first.body);
    }
    expect(outcome(await withPin(PIN))).toBe('201 ok');
  });

  it('tries the PIN only for what would be done with it', async () => {
    await payee.setPin({ pin: PIN });
    for (let time = 0; time < 6; time += 1) {
      expect(outcome(await withPin(WRONG, { amount: 100 }))).toBe('422 amount_below_fee');
    }
    expect(outcome(await withPin(PIN))).toBe('201 ok');
  });
});

describe('The key of a change of PIN', () => {
  it('is not a way to find the PIN out: it has the first answer again whatever the PIN, and sets nothing', async () => {
    const key = aKey();
    const first = await payee.setPin({ pin: PIN }, key);
    for (const pin of [PIN, WRONG]) {
      for (const currentPin of [undefined, PIN, WRONG]) {
        const again = await payee.setPin({ pin, current_pin: currentPin }, key);
        expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([200, first.body, 'true']);
      }
    }
    expect(outcome(await withPin(PIN))).toBe('201 ok');
  });
});

it('A PIN is nowhere in clear: in no table, and in nothing that was on the bus', async () => {
  const marker = '7351';
  const heard: string[] = [];
  const stopHearing = await platform.bus.subscribe({
    group: 'eavesdropper',
    topics: ['ledger.commands'],
    handlers: [{ kind: 'single', pattern: '*', handle: async ({ value }) => void heard.push(value) }],
    deadLetters: { add: () => Promise.resolve() },
  });
  await payee.setPin({ pin: marker }, aKey());
  await payee.withdraw({ ...aTedBody(payee.walletId), transaction_pin: marker }, aKey());
  await payee.setPin({ pin: PIN, current_pin: marker }, aKey());
  await stopHearing.stop();
  expect(heard.length).toBeGreaterThanOrEqual(3);
  const isIn = (text: string) => text.includes(`"${marker}"`);
  expect(heard.filter(isIn)).toEqual([]);
  const ledger = platform.database('ledger');
  for (const table of ['idempotency_keys', 'dead_letters', 'transaction_pins', 'withdrawals', 'withdrawal_tasks']) {
    const rows = await ledger.query<{ text: string }>(`SELECT row_to_json(t)::text AS text FROM ${table} t`);
    expect(rows.filter(({ text }) => isIn(text))).toEqual([]);
  }
});
