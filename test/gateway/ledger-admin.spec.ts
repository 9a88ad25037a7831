import type { AuditLogEntry, LedgerReport, Wallet, WalletEntry } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aChargeBody, eventually } from '@centavo/testing';
import { OPERATOR, type Reply, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { runCliHere } from '../support/run-cli-here.js';

const isReplayed = ({ headers }: Reply): boolean => headers.get('idempotent-replayed') === 'true';

describe('Operators of the ledger', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  let env: Record<string, string>;
  beforeAll(async () => {
    platform = await startPlatform();
    shop = await platform.http.createMerchant();
    env = { CENTAVO_URL: platform.http.baseUrl, OPERATOR_TOKEN: OPERATOR.replace('Bearer ', '') };
  });
  afterAll(() => platform.stop());

  const adjust = (body: unknown, { id = shop.wallet.id, key = newId() } = {}) =>
    platform.http.post<WalletEntry>(`/admin/v1/wallets/${id}/adjustments`, OPERATOR, body, { 'idempotency-key': key });
  const available = async () =>
    (await platform.http.get<Wallet>(`/v1/wallets/${shop.wallet.id}`, shop.credentials)).body.data.available_amount;
  const verify = (key = newId()) =>
    platform.http.call<LedgerReport>('POST', '/admin/v1/ledger/verify', {
      as: OPERATOR,
      headers: { 'idempotency-key': key },
    });

  describe('who adjust a wallet', () => {
    it('credit it and debit it, below zero where they must, with their words on its statement', async () => {
      const before = await available();
      const credit = await adjust({ direction: 'credit', amount: 1_500, description: 'Fee returned' });
      expect([credit.status, credit.body.data]).toEqual([
        201,
        {
          id: expect.any(String),
          wallet_id: shop.wallet.id,
          direction: 'credit',
          amount: 1_500,
          balance_after: before + 1_500,
          reference_type: 'adjustment',
          reference_id: expect.any(String),
          description: 'Fee returned',
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ]);
      const debit = await adjust({ direction: 'debit', amount: 5_000 + before, description: 'Paid twice in May' });
      expect(debit.body.data).toMatchObject({ direction: 'debit', amount: 5_000 + before, balance_after: -3_500 });
      expect(await available()).toBe(-3_500);
    });

    it('do it once with one key, and are refused another body under it', async () => {
      const body = { direction: 'credit', amount: 10, description: 'once' };
      const before = await available();
      const first = await adjust(body, { key: 'adjust once' });
      const again = await adjust(body, { key: 'adjust once' });
      expect([first, again].map((reply) => [reply.status, isReplayed(reply)])).toEqual([
        [201, false],
        [201, true],
      ]);
      expect(again.body).toEqual(first.body);
      expect(await available()).toBe(before + 10);
      const other = await adjust({ ...body, amount: 11 }, { key: 'adjust once' });
      expect([other.status, other.body.error]).toEqual([422, 'idempotency_key_reused']);
    });

    it('hear all that is wrong with what they ask at once', async () => {
      const reply = await adjust({ direction: 'sideways', amount: 0 });
      expect([reply.status, reply.body.error]).toEqual([422, 'validation_error']);
      expect(reply.body.details?.map(({ field }) => field).toSorted()).toEqual(['amount', 'description', 'direction']);
    });

    it('hear that there is no such wallet', async () => {
      const body = { direction: 'credit', amount: 1, description: 'to nobody' };
      const reply = await adjust(body, { id: newId() });
      expect([reply.status, reply.body.error]).toEqual([404, 'wallet_not_found']);
      expect((await adjust(body, { id: '7' })).body.error).toBe('invalid_uuid');
    });

    it('are in the audit log, which the ledger refers to', async () => {
      const body = { direction: 'credit', amount: 20, description: 'for the log' };
      const reply = await adjust(body);
      const entry = await eventually(async () => {
        const log = await platform.http.get<AuditLogEntry[]>(
          `/admin/v1/audit-log?resource_id=${shop.wallet.id}`,
          OPERATOR,
        );
        const found = log.body.data.find(({ request_id }) => request_id === reply.headers.get('x-request-id'));
        expect(found?.status).toBe(201);
        return found!;
      });
      expect(entry).toMatchObject({ method: 'POST', body });
      const [kept] = await platform
        .database('ledger')
        .query('SELECT operator, description FROM adjustments WHERE audit_call_id = $1', [entry.id]);
      expect(kept).toEqual({ operator: entry.operator, description: 'for the log' });
    });
  });

  describe('who have the ledger verified', () => {
    it('hear that it adds up', async () => {
      await platform.http.post('/v1/charges', shop.credentials, aChargeBody(), { prefer: 'wait=10' });
      const reply = await verify();
      expect([reply.status, reply.body.message]).toEqual([200, 'The ledger adds up.']);
      expect(reply.body.data).toEqual({
        ok: true,
        transactions: expect.any(Number),
        entries: expect.any(Number),
        accounts: expect.any(Number),
        violations: [],
      });
      expect(reply.body.data.transactions).toBeGreaterThan(1);
    });

    it('get the same report again with the same key', async () => {
      const [first, again] = [await verify('verify once'), await verify('verify once')];
      expect([isReplayed(first), isReplayed(again)]).toEqual([false, true]);
      expect(again.body).toEqual(first.body);
      const checks = await platform.database('ledger').query('SELECT FROM ledger_checks');
      await verify();
      expect(await platform.database('ledger').query('SELECT FROM ledger_checks')).toHaveLength(checks.length + 1);
    });

    it('hear what does not, also from the command line, which fails', async () => {
      const ledger = await platform.testDatabase.adminDatabase('ledger');
      const change = (cents: number) =>
        ledger.query(
          `UPDATE accounts SET balance = balance + $1 WHERE wallet_id = $2 AND kind = 'available' RETURNING id`,
          [cents, shop.wallet.id],
        );
      const [account] = await change(1);
      const violation = {
        rule: 'account_is_the_sum_of_its_entries',
        subject: String(account!.id),
        detail: expect.stringContaining('entries say'),
      };
      const reply = await verify();
      expect(reply.body).toMatchObject({
        message: 'The ledger breaks its rules.',
        data: { ok: false, violations: [violation] },
      });

      const { code, out, err } = await runCliHere(['ledger', 'verify'], env);
      expect([code, err]).toEqual([1, '']);
      expect(out).toMatch(/^ok +false$/m);
      expect(out).toMatch(new RegExp(`^rule +subject +detail\n${violation.rule} +${violation.subject} +`, 'm'));

      await change(-1);
      const { code: codeAfter, out: outAfter } = await runCliHere(['ledger', 'verify'], env);
      expect([codeAfter, outAfter.split('\n')[0]]).toEqual([0, 'The ledger adds up.']);
    });
  });

  it('are operators: a merchant is turned away', async () => {
    const body = { direction: 'credit', amount: 1, description: 'to myself' };
    const path = `/admin/v1/wallets/${shop.wallet.id}/adjustments`;
    expect((await platform.http.post(path, shop.credentials, body)).status).toBe(401);
    expect((await platform.http.post('/admin/v1/ledger/verify', shop.credentials, {})).status).toBe(401);
  });
});
