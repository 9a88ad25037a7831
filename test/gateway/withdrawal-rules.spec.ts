import type { CreateWithdrawalDto } from '@centavo/contracts';
import { aTedBody, aWithdrawalBody, eventually } from '@centavo/testing';
import { OPERATOR } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { Payee } from '../support/payee.js';

let platform: TestPlatform;
let payee: Payee;

beforeAll(async () => {
  platform = await startPlatform();
  payee = await Payee.open(platform, 1_000_000);
});
afterAll(() => platform.stop());

type Fields = Partial<CreateWithdrawalDto> | Record<string, unknown>;

const refusal = async (body: object) => {
  const { status, body: reply } = await payee.withdraw(body);
  return [status, reply.error, ...(reply.details ?? []).map(({ field, code }) => `${field}: ${code}`).toSorted()];
};
const byPix = (fields: Fields) => ({ ...aWithdrawalBody(payee.walletId), ...fields });
const byTed = (account: Record<string, unknown>) => {
  const body = aTedBody(payee.walletId);
  return { ...body, bank_account: { ...body.bank_account, ...account } };
};

describe('A withdrawal is refused', () => {
  it('with every rule that its body breaks, at once', async () => {
    expect(await refusal({})).toEqual([
      422,
      'validation_error',
      'amount: required',
      'idempotency_key: required',
      'type: required',
      'wallet_id: required',
    ]);
    expect(await refusal({ type: 'pix', wallet_id: 'x', amount: 0, idempotency_key: '', pix_key: 7 })).toEqual([
      422,
      'validation_error',
      'amount: out_of_range',
      'idempotency_key: invalid_format',
      'idempotency_key: invalid_length',
      'pix_key: invalid_type',
      'pix_key_type: required',
      'wallet_id: invalid_format',
    ]);
  });

  it.each([
    ['pix', ['pix_key: required', 'pix_key_type: required']],
    ['ted', ['bank_account: required']],
    ['crypto', ['crypto: required']],
    ['cash', ['type: invalid_value']],
  ])('without what %s needs', async (type, missing) => {
    const body = { type, wallet_id: payee.walletId, amount: 1, idempotency_key: 'k' };
    expect(await refusal(body)).toEqual([422, 'validation_error', ...missing]);
  });

  it.each([
    ['cpf', '1234567890'],
    ['cpf', '123.456.789-09'],
    ['cnpj', '12345678909'],
    ['email', 'maria'],
    ['email', `${'m'.repeat(66)}@example.com`],
    ['phone', '119876'],
    ['phone', '5511987654321'],
    ['random', 'not-a-uuid'],
    ['random', '123e4567e12b12d1a456426655440000'],
  ] as const)('for a key of type %s like %s', async (pix_key_type, pix_key) => {
    expect(await refusal(byPix({ pix_key_type, pix_key }))).toEqual([
      422,
      'invalid_pix_key',
      'pix_key: invalid_pix_key',
    ]);
  });

  it.each(['email', 'phone', 'random'] as const)(
    'without the document of the holder of a key of type %s',
    async (type) => {
      const keys = { email: 'a@example.com', phone: '+5511987654321', random: '123e4567-e12b-12d1-a456-426655440000' };
      const body = { pix_key_type: type, pix_key: keys[type] };
      const code = 'pix_holder_document_required';
      expect(await refusal(byPix({ ...body, pix_key_holder_document: null }))).toEqual([
        422,
        code,
        `pix_key_holder_document: ${code}`,
      ]);
      expect(
        await refusal(byPix({ ...body, pix_key_holder_document_type: null, pix_key_holder_document: undefined })),
      ).toEqual([422, code, `pix_key_holder_document: ${code}`, `pix_key_holder_document_type: ${code}`]);
      expect(await refusal(byPix({ ...body, pix_key_holder_document: '123' }))).toEqual([
        422,
        'validation_error',
        'pix_key_holder_document: invalid_format',
      ]);
    },
  );

  it('for an account that cannot be one', async () => {
    expect(
      await refusal(
        byTed({ bank_code: '34', ispb: '6070119', account: '12-3', account_type: 'salary', holder_document: '1' }),
      ),
    ).toEqual([
      422,
      'validation_error',
      'bank_account.account: invalid_format',
      'bank_account.account_type: invalid_value',
      'bank_account.bank_code: invalid_format',
      'bank_account.bank_code: invalid_length',
      'bank_account.holder_document: invalid_format',
      'bank_account.ispb: invalid_format',
      'bank_account.ispb: invalid_length',
    ]);
  });

  it('from a wallet that is not there, or is another merchant’s', async () => {
    const other = await Payee.open(platform, 1);
    for (const walletId of [other.walletId, '01900000-0000-7000-8000-00000000aaaa']) {
      expect(await refusal(aWithdrawalBody(walletId))).toEqual([
        422,
        'wallet_not_found',
        'wallet_id: wallet_not_found',
      ]);
    }
  });

  it('in crypto, which this deployment does not have', async () => {
    const crypto = { asset: 'USDT', network: 'polygon', address: '0x52908400098527886E0F7030069857D2E4169EE7' };
    expect(await refusal(byPix({ type: 'crypto', crypto }))).toEqual([
      422,
      'withdrawal_method_disabled',
      'type: withdrawal_method_disabled',
    ]);
  });

  it('by a method that the operator has taken from the merchant', async () => {
    // Until the ledger has heard of it, a TED or some go through.
    const restricted = await Payee.open(platform, 1_000_000);
    const path = `/admin/v1/merchants/${restricted.merchant.merchant.id}`;
    await platform.http.call('PATCH', path, { as: OPERATOR, body: { withdrawal_methods: ['pix'] } });
    await eventually(async () => {
      const { body } = await restricted.withdraw({ ...aTedBody(restricted.walletId), amount: 500 });
      expect(body.error).toBe('withdrawal_method_disabled');
    });
    expect((await restricted.withdraw(aWithdrawalBody(restricted.walletId))).status).toBe(201);
  });

  it('when nothing would arrive after the fee', async () => {
    expect(await refusal({ ...aTedBody(payee.walletId), amount: 367 })).toEqual([
      422,
      'amount_below_fee',
      'amount: amount_below_fee',
    ]);
    expect((await payee.withdraw({ ...aTedBody(payee.walletId), amount: 368 })).body.data).toMatchObject({
      netAmount: 1,
    });
  });

  it('when the balance does not cover it, to the centavo', async () => {
    const poor = await Payee.open(platform, 9_999);
    const body = aWithdrawalBody(poor.walletId);
    expect((await poor.withdraw(body)).body.error).toBe('insufficient_balance');
    expect((await poor.withdraw({ ...body, amount: 9_999 })).status).toBe(201);
  });
});

describe('A withdrawal is taken', () => {
  it.each([
    ['cpf', '12345678909', '***456789**'],
    ['cnpj', '12abc34501de35', '**ABC345******'],
    ['phone', '11987654321', '+55*******4321'],
    ['phone', '+14155552671', '+14*****2671'],
    ['random', '123E4567-E12B-12D1-A456-426655440000', '123e4567-****-****-****-************'],
  ] as const)('to a key of type %s, whose mask is shown', async (pix_key_type, pix_key, masked) => {
    const { body } = await payee.withdraw(byPix({ pix_key_type, pix_key, amount: 1 }));
    expect(body.data.recipient_snapshot).toMatchObject({ pix_key_type, pix_key: masked });
  });

  it('without the document of a holder whose key it is', async () => {
    const fields = { pix_key_type: 'cpf', pix_key: '12345678909', pix_key_holder_document_type: null };
    expect((await payee.withdraw(byPix({ ...fields, pix_key_holder_document: null, amount: 1 }))).status).toBe(201);
  });

  it('whatever stands in the fields of another type', async () => {
    const garbage = { pix_key: 7, pix_key_type: 'x', crypto: 'x', pix_key_holder_document: [] };
    expect((await payee.withdraw({ ...aTedBody(payee.walletId), ...garbage, amount: 500 })).status).toBe(201);
    expect((await payee.withdraw(byPix({ bank_account: 7, crypto: {}, amount: 1 }))).status).toBe(201);
  });
});

it('Crypto is there where the deployment and the merchant have it, and waits for the trigger', async () => {
  const withCrypto = await startPlatform({ CRYPTO_WITHDRAWALS: 'true' });
  try {
    const rich = await Payee.open(withCrypto, 10_000);
    const path = `/admin/v1/merchants/${rich.merchant.merchant.id}`;
    await withCrypto.http.call('PATCH', path, { as: OPERATOR, body: { withdrawal_methods: ['crypto'] } });
    const crypto = { asset: 'USDT', network: 'polygon', address: '0x52908400098527886E0F7030069857D2E4169EE7' };
    const made = await eventually(async () => {
      const reply = await rich.withdraw({ ...aWithdrawalBody(rich.walletId), type: 'crypto', crypto });
      expect(reply.status).toBe(201);
      return reply.body.data;
    });
    expect(made.recipient_snapshot).toEqual({
      type: 'crypto',
      asset: 'USDT',
      network: 'polygon',
      address: '0x52***9EE7',
    });
    expect((await rich.act(made.id, 'complete')).body.data.status).toBe('completed');
  } finally {
    await withCrypto.stop();
  }
});
