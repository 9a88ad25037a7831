import type { Submerchant, Wallet } from '@centavo/contracts';
import { aSubmerchantBody, eventually } from '@centavo/testing';
import { HttpClient, OPERATOR, type Reply, type TestMerchant } from '../../http-client.js';
import type { History } from '../history/history.js';
import type { Account, Seller } from './customer.js';
import { SLOW } from './receiver.js';

const PIN = '4071';
const SELLERS = 2;
/** Enough for the first withdrawals. */
const BALANCE = 50_000;
const ARRIVES_WITHIN_MS = 60_000;

/** Merchants with sellers and a little money; every second one has a transaction PIN. Each hears everything, twice: quickly and slowly. */
export function openAccounts(
  count: number,
  baseUrl: string,
  receiverPort: number,
  history: History,
): Promise<Account[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => openAccount(index, baseUrl, receiverPort, history)));
}

async function openAccount(index: number, baseUrl: string, receiverPort: number, history: History): Promise<Account> {
  const http = new HttpClient(baseUrl);
  const merchant = await http.createMerchant();
  const { id } = merchant.merchant;
  const receiverUrl = `http://127.0.0.1:${receiverPort}/${id}`;
  const endpoints = [`/${id}/quick`, ...(index === 0 ? [`/${id}${SLOW}`] : [])];
  history.add({ line: 'merchant', id, endpoints });
  const { credentials } = merchant;
  for (const path of endpoints) {
    const url = `http://127.0.0.1:${receiverPort}${path}`;
    await done(http.post('/v1/postbacks/endpoints', credentials, { url, events: ['*'] }));
  }
  const sellers: Seller[] = [];
  for (let seller = 0; seller < SELLERS; seller += 1) sellers.push(await openSeller(http, merchant));
  await eventually(() => credit(http, merchant.wallet), { timeoutMs: ARRIVES_WITHIN_MS, everyMs: 100 });
  const pin = index % 2 === 1 ? PIN : undefined;
  if (pin) await done(http.call('PUT', '/v1/transaction-pin', { as: credentials, body: { pin } }));
  return { merchant, operator: OPERATOR, pin, sellers, receiverUrl };
}

async function openSeller(http: HttpClient, { credentials }: TestMerchant): Promise<Seller> {
  const { data } = await done(http.post<Submerchant>('/v1/submerchants', credentials, aSubmerchantBody()));
  await done(
    http.post(`/admin/v1/submerchants/${data.id}/review`, OPERATOR, { status: 'approved', notes: 'Conferido' }),
  );
  return { id: data.id };
}

const credit = (http: HttpClient, { id }: Wallet): Promise<unknown> =>
  done(
    http.post(`/admin/v1/wallets/${id}/adjustments`, OPERATOR, {
      direction: 'credit',
      amount: BALANCE,
      description: OPENING_BALANCE,
    }),
  );

/** Says of an adjustment that it is not one of the clients'. */
export const OPENING_BALANCE = 'opening balance';

async function done<Data>(asking: Promise<Reply<Data>>): Promise<{ data: Data }> {
  const { status, body } = await asking;
  if (status !== 200 && status !== 201) throw new Error(`An account could not be opened: ${JSON.stringify(body)}`);
  return body;
}
