import type { ReceivedMessage } from '@centavo/messaging';
import { newId, sha256 } from '@centavo/runtime';
import { aTedBody, aWithdrawalBody } from '@centavo/testing';
import { canonicalJson } from '../../apps/gateway/src/http/idempotency.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { Payee } from '../support/payee.js';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

/** Documents, accounts and addresses that stand nowhere else. */
const SECRETS = ['52998224725', '11222333000181', '98712345', '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'];
const [PIX_KEY, HOLDER, ACCOUNT, ADDRESS] = SECRETS as [string, string, string, string];

it('Where a withdrawal goes is nowhere in clear: in no table, and in nothing that was on the bus', async () => {
  const payee = await Payee.open(platform, 100_000);
  const heard: ReceivedMessage[] = [];
  const stopHearing = await platform.bus.subscribe({
    group: 'eavesdropper',
    topics: ['ledger.commands', 'ledger.events'],
    handlers: [{ kind: 'single', pattern: 'withdrawal*', handle: async (message) => void heard.push(message) }],
    deadLetters: { add: () => Promise.resolve() },
  });
  const account = aTedBody(payee.walletId).bank_account!;
  const bodies = [
    aWithdrawalBody(payee.walletId, { pix_key: PIX_KEY, pix_key_type: 'cpf' }),
    aWithdrawalBody(payee.walletId, { pix_key_holder_document_type: 'cnpj', pix_key_holder_document: HOLDER }),
    aTedBody(payee.walletId, { bank_account: { ...account, account: ACCOUNT } }),
    aTedBody(payee.walletId, { type: 'crypto', crypto: { asset: 'USDT', network: 'polygon', address: ADDRESS } }),
  ];
  for (const body of bodies) await payee.withdraw(body, { 'idempotency-key': newId() });
  await stopHearing.stop();
  const rows = [];
  for (const table of ['idempotency_keys', 'dead_letters', 'outbox', 'withdrawals', 'withdrawal_tasks']) {
    rows.push(...(await platform.database('ledger').query<{ text: string }>(`SELECT t::text AS text FROM ${table} t`)));
  }
  expect(heard.filter(({ type }) => type === 'withdrawals.create')).toHaveLength(bodies.length);
  const texts = [...heard.map(({ value }) => value), ...rows.map(({ text }) => text)];
  const hashes = bodies.map((body) => sha256(canonicalJson(body), 'base64url'));
  for (const secret of [...SECRETS, ...hashes]) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
});
