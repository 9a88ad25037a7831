import type { EventPayload, Withdrawal } from '@centavo/contracts';
import type { ReceivedMessage } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { aTedBody, aWithdrawalBody, eventually } from '@centavo/testing';
import { OPERATOR } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { Payee } from '../support/payee.js';
import { createSubmerchant } from '../support/submerchants.js';

let platform: TestPlatform;
const events: ReceivedMessage<EventPayload<Withdrawal>>[] = [];

beforeAll(async () => {
  platform = await startPlatform();
  await platform.bus.subscribe({
    group: 'test',
    topics: ['ledger.events'],
    handlers: [
      { kind: 'single', pattern: 'withdrawal.*', handle: async (message) => void events.push(message as never) },
    ],
    deadLetters: { add: ({ reason }) => Promise.reject(new Error(reason)) },
  });
});
afterAll(() => platform.stop());

const kindsOf = (id: string): string[] => events.filter(({ key }) => key === id).map(({ type }) => type);
const sequencesOf = (id: string): number[] =>
  events.filter(({ key }) => key === id).map(({ payload }) => payload.sequence);

describe('A withdrawal by Pix', () => {
  it('takes the money at once, is paid by itself, and is told of step by step', async () => {
    const payee = await Payee.open(platform, 25_000);
    const body = aWithdrawalBody(payee.walletId, { metadata: { supplier: 7 } });
    const { status, body: reply } = await payee.withdraw(body);
    expect(status).toBe(201);
    expect(reply.data).toMatchObject({
      merchant_id: payee.merchant.merchant.id,
      submerchant_id: null,
      wallet_id: payee.walletId,
      type: 'pix',
      acquirer_name: 'sandbox',
      external_id: null,
      amount: 10_000,
      fee: 0,
      netAmount: 10_000,
      status: 'pending',
      failure_reason: null,
      processed_at: null,
      completed_at: null,
      failed_at: null,
      metadata: { supplier: 7 },
      idempotency_key: body.idempotency_key,
    });
    expect(await payee.balance()).toBe(15_000);
    const completed = await payee.ends(reply.data.id, 'completed');
    expect(completed).toMatchObject({
      external_id: expect.stringMatching(/^E0{8}\d{12}\w{11}$/),
      processed_at: expect.any(String),
      completed_at: expect.any(String),
      failed_at: null,
    });
    await eventually(() =>
      expect(kindsOf(completed.id)).toEqual(['withdrawal.pending', 'withdrawal.processing', 'withdrawal.completed']),
    );
    expect(sequencesOf(completed.id)).toEqual([1, 2, 3]);
    expect(events.find(({ key, type }) => key === completed.id && type.endsWith('completed'))!.payload.data).toEqual(
      completed,
    );
    expect(await payee.statement()).toEqual([['debit', 'withdrawal', 10_000]]);
  });

  it('whose key contains `fail` fails at the bank, and the wallet is credited again', async () => {
    const payee = await Payee.open(platform, 10_000);
    const { id } = await payee.withdrawal(aWithdrawalBody(payee.walletId, { pix_key: 'fail@example.com' }));
    const failed = await payee.ends(id, 'failed');
    expect(failed).toMatchObject({
      failure_reason: expect.any(String),
      failed_at: expect.any(String),
      external_id: null,
    });
    expect(await payee.balance()).toBe(10_000);
    expect(await payee.statement()).toEqual([
      ['credit', 'withdrawal_reversal', 10_000],
      ['debit', 'withdrawal', 10_000],
    ]);
    await eventually(() =>
      expect(kindsOf(id)).toEqual(['withdrawal.pending', 'withdrawal.processing', 'withdrawal.failed']),
    );
  });

  it('shows nobody where it goes, and always the same name for the same destination', async () => {
    const payee = await Payee.open(platform, 100_000);
    const first = await payee.withdrawal(aWithdrawalBody(payee.walletId, { pix_key: 'MARIA@example.com' }));
    const again = await payee.withdrawal(aWithdrawalBody(payee.walletId));
    const other = await payee.withdrawal(aWithdrawalBody(payee.walletId, { pix_key: 'jose@example.com' }));
    expect(first.recipient_snapshot).toEqual({
      type: 'pix',
      pix_key_type: 'email',
      pix_key: 'm***@example.com',
      pix_key_holder_document_type: 'cpf',
      pix_key_holder_document: '***456789**',
    });
    expect(again.recipient_id).toBe(first.recipient_id);
    expect(other.recipient_id).not.toBe(first.recipient_id);
    await Promise.all([first, again, other].map(({ id }) => payee.ends(id, 'completed')));
    const rows = await platform.database('ledger').query<{
      text: string;
    }>(`SELECT w::text || coalesce(t::text, '') AS text FROM withdrawals w
        LEFT JOIN withdrawal_tasks t ON t.withdrawal_id = w.id WHERE w.wallet_id = '${payee.walletId}'`);
    expect(rows).toHaveLength(3);
    for (const { text } of rows) expect(text).not.toMatch(/maria@|jose@|12345678909/i);
  });
});

describe('A withdrawal by TED', () => {
  it('costs its fee, waits for the trigger and is then handed over and paid', async () => {
    const payee = await Payee.open(platform, 10_000);
    const made = await payee.withdrawal(aTedBody(payee.walletId));
    expect(made).toMatchObject({ fee: 367, netAmount: 9_633, status: 'pending' });
    expect(made.recipient_snapshot).toMatchObject({ account: '****567', holder_document: '***456789**' });
    const { status, body } = await payee.act(made.id, 'complete');
    expect([status, body.data.status]).toEqual([200, 'completed']);
    await eventually(() =>
      expect(kindsOf(made.id)).toEqual(['withdrawal.pending', 'withdrawal.processing', 'withdrawal.completed']),
    );
    for (const action of ['complete', 'fail', 'cancel'] as const) {
      const refused = await payee.act(made.id, action);
      expect(refused.status).toBe(409);
      expect(refused.body.message).toContain('completed');
      expect(refused.body.error).toBe(
        action === 'cancel' ? 'withdrawal_not_cancelable' : 'sandbox_action_not_possible',
      );
    }
  });

  it('can be failed, and repeated under its key the trigger answers the same', async () => {
    const payee = await Payee.open(platform, 10_000);
    const made = await payee.withdrawal(aTedBody(payee.walletId));
    const key = { 'idempotency-key': newId() };
    const first = await payee.act(made.id, 'fail', key);
    expect(first.body.data.status).toBe('failed');
    const again = await payee.act(made.id, 'fail', key);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(await payee.balance()).toBe(10_000);
  });

  it('can be canceled before, which gives the money back', async () => {
    const payee = await Payee.open(platform, 10_000);
    const made = await payee.withdrawal(aTedBody(payee.walletId));
    expect(await payee.balance()).toBe(0);
    const canceled = await payee.act(made.id, 'cancel');
    expect([canceled.status, canceled.body.data.status]).toEqual([200, 'canceled']);
    expect(await payee.balance()).toBe(10_000);
    await eventually(() => expect(kindsOf(made.id)).toEqual(['withdrawal.pending', 'withdrawal.canceled']));
    expect((await payee.act(made.id, 'complete')).status).toBe(409);
  });
});

describe('The key of a withdrawal', () => {
  it('answers the same again for ever, with or without a header, and refuses another body', async () => {
    const payee = await Payee.open(platform, 50_000);
    const body = aWithdrawalBody(payee.walletId);
    const first = await payee.withdraw(body);
    await payee.ends(first.body.data.id, 'completed');
    for (const headers of [undefined, { 'idempotency-key': newId() }]) {
      const again = await payee.withdraw(body, headers);
      expect(again.status).toBe(201);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.body).toEqual(first.body);
    }
    const other = await payee.withdraw({ ...body, amount: 10_001 });
    expect([other.status, other.body.error]).toEqual([422, 'idempotency_key_reused']);
    expect(await payee.balance()).toBe(40_000);
  });

  it('is free again after a refusal, which only the header keeps', async () => {
    const payee = await Payee.open(platform, 5_000);
    const body = aWithdrawalBody(payee.walletId);
    const key = { 'idempotency-key': newId() };
    expect((await payee.withdraw(body, key)).body.error).toBe('insufficient_balance');
    await payee.credit(payee.walletId, 5_000);
    const kept = await payee.withdraw(body, key);
    expect([kept.body.error, kept.headers.get('idempotent-replayed')]).toEqual(['insufficient_balance', 'true']);
    expect((await payee.withdraw(body)).status).toBe(201);
  });

  it('is one withdrawal however often it is sent at once', async () => {
    const payee = await Payee.open(platform, 100_000);
    const body = aWithdrawalBody(payee.walletId);
    const replies = await Promise.all(Array.from({ length: 20 }, () => payee.withdraw(body)));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body)))).toHaveProperty('size', 1);
    expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await payee.balance()).toBe(90_000);
  });

  it("is the merchant's own: another's does not stand in its way", async () => {
    const [one, other] = [await Payee.open(platform, 10_000), await Payee.open(platform, 10_000)];
    const key = newId();
    const made = await one.withdrawal(aWithdrawalBody(one.walletId, { idempotency_key: key }));
    const foreign = await other.withdrawal(aWithdrawalBody(other.walletId, { idempotency_key: key }));
    expect(foreign.id).not.toBe(made.id);
  });
});

const walletOf = async ({ merchant }: Payee, ownerId: string): Promise<string> => {
  const own = await eventually(async () => {
    const { body } = await platform.http.get<{ id: string; owner_id: string }[]>('/v1/wallets', merchant.credentials);
    return body.data.find(({ owner_id }) => owner_id === ownerId) ?? false;
  });
  return (own as { id: string }).id;
};
const review = (id: string, status: string) =>
  platform.http.post(`/admin/v1/submerchants/${id}/review`, OPERATOR, { status, notes: 'looked at' });

describe('A submerchant', () => {
  it('withdraws from its own wallet once it is approved, and no longer when it is suspended', async () => {
    const payee = await Payee.open(platform, 10_000);
    const submerchant = await createSubmerchant(platform, payee.merchant);
    const walletId = await walletOf(payee, submerchant.id);
    await payee.credit(walletId, 30_000);
    const body = () => aWithdrawalBody(walletId, { submerchant_id: submerchant.id });
    expect((await payee.withdraw(body())).body.error).toBe('submerchant_not_approved');
    await review(submerchant.id, 'approved');
    await eventually(async () => expect((await payee.withdraw(body())).status).toBe(201));
    expect(await payee.balance(walletId)).toBe(20_000);
    const { body: list } = await payee.list(`?submerchant_id=${submerchant.id}`);
    expect(list.data).toMatchObject([{ submerchant_id: submerchant.id }]);
    await review(submerchant.id, 'suspended');
    await eventually(async () =>
      expect((await payee.withdraw({ ...body(), amount: 1 })).body.error).toBe('submerchant_not_approved'),
    );
  });

  it('that is named has to own the wallet', async () => {
    const payee = await Payee.open(platform, 10_000);
    const submerchant = await createSubmerchant(platform, payee.merchant);
    await walletOf(payee, submerchant.id);
    const named = (id: string) => payee.withdraw(aWithdrawalBody(payee.walletId, { submerchant_id: id }));
    expect((await named(submerchant.id)).body).toMatchObject({
      error: 'wallet_not_found',
      details: [{ field: 'wallet_id' }],
    });
    // The merchant itself is none of its submerchants.
    for (const refused of [await named(newId()), await named(payee.merchant.merchant.id)]) {
      expect([refused.status, refused.body.error, refused.body.details![0]!.field]).toEqual([
        422,
        'submerchant_not_found',
        'submerchant_id',
      ]);
    }
  });
});

describe('The list of withdrawals', () => {
  it('is narrowed by status, type and submerchant, newest first', async () => {
    const payee = await Payee.open(platform, 100_000);
    const pix = await payee.withdrawal(aWithdrawalBody(payee.walletId));
    const waiting = await payee.withdrawal(aTedBody(payee.walletId));
    const canceled = await payee.withdrawal(aTedBody(payee.walletId));
    await payee.act(canceled.id, 'cancel');
    await payee.ends(pix.id, 'completed');
    const ids = async (query: string) => {
      const { body } = await payee.list(query);
      expect(body.pagination!.total).toBe(body.data.length);
      return body.data.map(({ id }) => id);
    };
    expect(await ids('')).toEqual([canceled.id, waiting.id, pix.id]);
    expect(await ids('?type=ted')).toEqual([canceled.id, waiting.id]);
    expect(await ids('?status=pending')).toEqual([waiting.id]);
    expect(await ids('?status=completed&type=pix')).toEqual([pix.id]);
    expect(await ids(`?submerchant_id=${newId()}`)).toEqual([]);
    expect((await payee.list('?status=paid')).body.error).toBe('invalid_query_parameter');
    expect((await payee.list('?perPage=2&page=2')).body).toMatchObject({
      data: [{ id: pix.id }],
      pagination: { page: 2, perPage: 2, total: 3, totalPages: 2 },
    });
  });
});
