import type { Charge, ChargeWithRefunds, CreateChargeDto } from '@centavo/contracts';
import { aChargeBody, aChargeBodyBy, eventually } from '@centavo/testing';
import { OPERATOR, type Reply, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';
const ACTIONS = ['capture', 'void', 'refund'] as const;
const TRIGGERS = ['pay', 'expire', 'chargeback', 'chargeback/won', 'chargeback/lost'] as const;
const AUTHORIZE = { payment_details: { token: 'tok_visa', capture: false } } satisfies Partial<CreateChargeDto>;
const refusal = ({ status, body }: Reply) => `${status} ${body.error}`;

describe('A charge', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
    shop = await platform.http.createMerchant();
  });
  afterAll(() => platform.stop());

  const post = (path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<Charge>> =>
    platform.http.call<Charge>('POST', path, { as: shop.credentials, body, headers });
  const act = (id: string, action: string, body?: unknown) => post(`/v1/charges/${id}/${action}`, body);
  const trigger = (id: string, simulation: string) => post(`/sandbox/v1/charges/${id}/${simulation}`);
  const get = async (id: string) =>
    (await platform.http.get<ChargeWithRefunds>(`/v1/charges/${id}`, shop.credentials)).body.data;

  async function make(body: CreateChargeDto, status: Charge['status']): Promise<string> {
    const { id } = (await post('/v1/charges', body)).body.data;
    await eventually(async () => (await get(id)).status === status);
    return id;
  }
  const authorized = () => make(aChargeBody(AUTHORIZE), 'authorized');
  const captured = () => make(aChargeBody(), 'captured');

  describe('that is authorized', () => {
    it.each([
      ['no body', undefined],
      ['an empty body', {}],
      ['null', { amount: null }],
    ])('is captured whole when the amount is left out, by %s', async (_, body) => {
      const { status, body: answer } = await act(await authorized(), 'capture', body);
      expect([status, answer.data.status, answer.data.captured_amount]).toEqual([200, 'captured', 10_000]);
    });

    it('is captured in part, once', async () => {
      const id = await authorized();
      const { data } = (await act(id, 'capture', { amount: 4_000 })).body;
      expect([data.status, data.authorized_amount, data.captured_amount]).toEqual(['captured', 10_000, 4_000]);
      const again = await act(id, 'capture', { amount: 1_000 });
      expect(refusal(again)).toBe('409 charge_not_capturable');
      expect(again.body.message).toMatch(/captured.*authorized/);
    });

    it('is not captured above what is authorized', async () => {
      const reply = await act(await authorized(), 'capture', { amount: 10_001 });
      expect(refusal(reply)).toBe('422 capture_amount_exceeds_authorized');
      expect(reply.body.details).toEqual([expect.objectContaining({ field: 'amount' })]);
    });

    it('is voided, also by a refund of all of it', async () => {
      const [voided, refunded] = [await act(await authorized(), 'void'), await act(await authorized(), 'refund')];
      expect([voided.status, voided.body.data.status]).toEqual([200, 'voided']);
      expect([refunded.status, refunded.body.data.status]).toEqual([200, 'voided']);
    });

    it('is not refunded in part', async () => {
      expect(refusal(await act(await authorized(), 'refund', { amount: 1 }))).toBe('409 charge_not_refundable');
    });

    it('expires', async () => {
      expect((await trigger(await authorized(), 'expire')).body.data.status).toBe('expired');
    });
  });

  describe('that is captured', () => {
    it('shows its refunds, oldest first, until nothing is left', async () => {
      const id = await captured();
      expect((await get(id)).refunds).toEqual([]);
      const part = await act(id, 'refund', { amount: 3_000, reason: 'Veio com defeito' });
      expect([part.status, part.body.data.status, part.body.data.refunded_amount]).toEqual([
        200,
        'partially_refunded',
        3_000,
      ]);
      const rest = await act(id, 'refund');
      expect([rest.body.data.status, rest.body.data.refunded_amount]).toEqual(['refunded', 10_000]);

      const { refunds } = await get(id);
      expect(refunds.map(({ amount, reason }) => [amount, reason])).toEqual([
        [3_000, 'Veio com defeito'],
        [7_000, null],
      ]);
      for (const refund of refunds) expect(Object.keys(refund)).toEqual(['id', 'amount', 'reason', 'created_at']);
      expect(refusal(await act(id, 'refund'))).toBe('409 charge_not_refundable');
    });

    it('shows its own refunds only, when several are read at once', async () => {
      const ids = await Promise.all([captured(), captured(), captured()]);
      await Promise.all(ids.map((id, index) => act(id, 'refund', { amount: 100 + index })));
      const shown = await Promise.all(ids.map(get));
      expect(shown.map(({ refunds }) => refunds.map(({ amount }) => amount))).toEqual([[100], [101], [102]]);
    });

    it('is not refunded above what was captured', async () => {
      const reply = await act(await captured(), 'refund', { amount: 10_001 });
      expect(refusal(reply)).toBe('422 refund_amount_exceeds_captured');
      expect(reply.body.details).toEqual([expect.objectContaining({ field: 'amount' })]);
    });

    it('is not voided', async () => {
      const reply = await act(await captured(), 'void');
      expect(refusal(reply)).toBe('409 charge_not_voidable');
      expect(reply.body.message).toMatch(/captured.*authorized/);
    });

    it('is charged back, and back again when the dispute is won', async () => {
      const id = await captured();
      expect((await trigger(id, 'chargeback')).body.data.status).toBe('chargeback');
      expect(refusal(await act(id, 'refund'))).toBe('409 charge_not_refundable');
      expect((await trigger(id, 'chargeback/won')).body.data.status).toBe('captured');
    });

    it('stays charged back when the dispute is lost', async () => {
      const id = await captured();
      await trigger(id, 'chargeback');
      const { status, body } = await trigger(id, 'chargeback/lost');
      expect([status, body.data.status]).toEqual([200, 'chargeback']);
    });
  });

  describe.each(['pix', 'boleto'] as const)('by %s', (method) => {
    const pending = async () => (await post('/v1/charges', aChargeBodyBy(method))).body.data;

    it('is paid with its code', async () => {
      const { id, status, payment_details: details } = await pending();
      expect([status, 'qr_code' in details ? details.qr_code : 'line' in details && details.line]).toEqual([
        'pending',
        expect.stringMatching(/^\d{6}/),
      ]);
      const paid = await trigger(id, 'pay');
      expect([paid.status, paid.body.data.status, paid.body.data.captured_amount]).toEqual([200, 'captured', 10_000]);
    });

    it('is voided or expires while it is not paid', async () => {
      expect((await act((await pending()).id, 'void')).body.data.status).toBe('voided');
      expect((await trigger((await pending()).id, 'expire')).body.data.status).toBe('expired');
    });

    it('cannot be captured', async () => {
      expect(refusal(await act((await pending()).id, 'capture'))).toBe('409 charge_not_capturable');
    });
  });

  it('is done with what the sandbox cannot do to it', async () => {
    const id = await captured();
    for (const simulation of ['pay', 'expire', 'chargeback/won', 'chargeback/lost']) {
      expect(refusal(await trigger(id, simulation))).toBe('409 sandbox_action_not_possible');
    }
  });

  describe.each([
    ...ACTIONS.map((action) => `/v1/charges/:id/${action}`),
    ...TRIGGERS.map((name) => `/sandbox/v1/charges/:id/${name}`),
  ])('POST %s', (route) => {
    const of = (id: string) => route.replace(':id', id);

    it('knows no unknown charge, and none of another merchant', async () => {
      const other = await platform.http.createMerchant();
      const theirs = await platform.http.post<Charge>('/v1/charges', other.credentials, aChargeBody());
      expect(refusal(await post(of(UNKNOWN_ID)))).toBe('404 charge_not_found');
      expect(refusal(await post(of(theirs.body.data.id)))).toBe('404 charge_not_found');
    });

    it('needs a UUID', async () => {
      expect(refusal(await post(of('7')))).toBe('400 invalid_uuid');
    });

    it('gives the first answer again under an idempotency key', async () => {
      const headers = { 'idempotency-key': 'again' };
      const path = of(route.endsWith('capture') || route.endsWith('void') ? await authorized() : await captured());
      const [first, again] = [await post(path, {}, headers), await post(path, {}, headers)];
      expect([again.status, again.body.data, again.body.error]).toEqual([
        first.status,
        first.body.data,
        first.body.error,
      ]);
      expect([first, again].map((reply) => reply.headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    });
  });

  describe.each(['capture', 'refund'])('POST /v1/charges/:id/%s', (action) => {
    it.each([
      [{ amount: 0 }, 'amount: out_of_range'],
      [{ amount: -1 }, 'amount: out_of_range'],
      [{ amount: '100' }, 'amount: invalid_type'],
      [{ amount: 0.5 }, 'amount: invalid_type'],
      [{ amount: 1e13 }, 'amount: out_of_range'],
      [{ amount: {} }, 'amount: invalid_type'],
    ])('refuses %j', async (body, broken) => {
      const reply = await act(UNKNOWN_ID, action, body);
      expect(refusal(reply)).toBe('422 validation_error');
      expect(reply.body.details!.map(({ field, code }) => `${field}: ${code}`)).toEqual([broken]);
    });

    it.each(['[]', 'null', '{', '7'])('takes no %s for a body', async (body) => {
      expect(refusal(await act(UNKNOWN_ID, action, body))).toBe('400 invalid_json');
    });
  });

  it('is refunded with a reason of at most 255 characters', async () => {
    const reply = await act(UNKNOWN_ID, 'refund', { reason: 'x'.repeat(256) });
    expect(reply.body.details).toEqual([expect.objectContaining({ field: 'reason', code: 'invalid_length' })]);
  });

  it('takes nothing from the body of an action that the server decides', async () => {
    const body = { amount: 1_000, id: UNKNOWN_ID, refund_id: UNKNOWN_ID, status: 'refunded', refunded_amount: 1 };
    const id = await captured();
    const { data } = (await act(id, 'refund', body)).body;
    expect([data.id, data.status, data.refunded_amount]).toEqual([id, 'partially_refunded', 1_000]);
    expect((await get(id)).refunds[0]!.id).not.toBe(UNKNOWN_ID);
  });
});

describe('In production', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ ENVIRONMENT: 'production' });
  });
  afterAll(() => platform.stop());

  it('customers and merchants need the check digits of their tax ids', async () => {
    const { credentials } = await platform.http.createMerchant();
    const body = aChargeBodyBy('pix');
    const customer = { ...body.customer, tax_id: '12345678900' };
    const key = { 'idempotency-key': 'mistyped' };
    const refused = await platform.http.post('/v1/charges', credentials, { ...body, customer }, key);
    expect(refused).toMatchObject({
      status: 422,
      body: { details: [{ field: 'customer.tax_id', code: 'invalid_value' }] },
    });
    expect((await platform.http.post('/v1/charges', credentials, body, key)).status).toBe(201);
    const merchant = { name: 'L', legal_name: 'L', tax_id: '11111111111', email: 'l@loja.example' };
    const none = await platform.http.post('/admin/v1/merchants', OPERATOR, merchant);
    expect(none).toMatchObject({ status: 422, body: { details: [{ field: 'tax_id', code: 'invalid_value' }] } });
  });

  it.each(TRIGGERS)('there is no /sandbox/v1/charges/:id/%s', async (name) => {
    const { credentials } = await platform.http.createMerchant();
    const reply = await platform.http.post(`/sandbox/v1/charges/${UNKNOWN_ID}/${name}`, credentials, {});
    expect([reply.status, reply.body.error]).toEqual([404, 'route_not_found']);
  });
});
