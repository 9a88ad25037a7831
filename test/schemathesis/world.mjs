import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { administratorOf } from '../../bench/administrator.mjs';
import { encryptCards } from '../../bench/cards.mjs';
import { importBuilt } from '../../scripts/lib/paths.mjs';

const cardCount = 300;
const deadLetterCount = 1_000;
const wealth = 1_000_000_000_000;

/**
 * What the hooks know of a platform that is to be tried: its merchant, made rich; a seller, approved; encrypted cards, dead letters, and a
 * receiver of postbacks.
 * @returns {Promise<{file: string, credentials: object, close: () => void}>} `file` holds it as JSON
 */
export async function prepareWorld({ baseUrl, credentials, dataDir }) {
  const { merchant, operator_token: operatorToken } = credentials;
  const basic = `Basic ${Buffer.from(`${merchant.public_key}:${merchant.secret_key}`).toString('base64')}`;
  const call = async (method, path, body, authorization) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text).data;
  };
  const asOperator = (method, path, body) => call(method, `/admin/v1${path}`, body, `Bearer ${operatorToken}`);
  const asMerchant = (method, path, body) => call(method, `/v1${path}`, body, basic);

  await asOperator('PATCH', `/merchants/${merchant.id}`, { anticipation: { review: 'manual' } });
  const credit = { direction: 'credit', amount: wealth, description: 'For the trial' };
  await asOperator('POST', `/wallets/${merchant.wallet_id}/adjustments`, credit);
  const seller = { trade_name: 'Loja', legal_name: 'Loja ME', tax_id: '11222333000181', email: 'ze@loja.example' };
  const { id: submerchantId } = await asMerchant('POST', '/submerchants', seller);
  await asOperator('POST', `/submerchants/${submerchantId}/review`, { status: 'approved' });
  const wallets = await asMerchant('GET', '/wallets');
  const [apiKey] = await asMerchant('GET', '/api-keys');

  const receiver = await startReceiver();
  const world = {
    base_url: baseUrl,
    operator_token: operatorToken,
    merchant,
    api_key_id: apiKey.id,
    submerchant_id: submerchantId,
    other_wallet_id: wallets.find(({ owner_id: owner }) => owner === submerchantId).id,
    cards: (await encryptCards(baseUrl, cardCount)).map((body) => JSON.parse(body).card),
    dead_letters: await addDeadLetters(dataDir),
    receiver: receiver.url,
  };
  const file = join(dataDir, 'world.json');
  await writeFile(file, JSON.stringify(world), { mode: 0o600 });
  return { file, asOperator, close: receiver.close };
}

/** Takes every postback. */
async function startReceiver() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200).end());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}/postbacks`, close };
}

/** Messages of a kind that nobody handles: what is requeued is passed by, and that is all right. */
async function addDeadLetters(dataDir) {
  const { newId } = await importBuilt('libs/runtime/src/index.js');
  const ids = Array.from({ length: deadLetterCount }, () => newId());
  const client = new pg.Client(await administratorOf(dataDir, 'centavo'));
  await client.connect();
  try {
    await client.query(
      `INSERT INTO ledger.dead_letters (id, message_id, consumer_group, topic, type, key, value, headers, reason, attempts)
       SELECT id, id::text, 'ledger', 'payments.events', 'charge.forgotten', id::text, '{}', '{}', 'For the trial', 1
       FROM unnest($1::uuid[]) AS id`,
      [ids],
    );
  } finally {
    await client.end();
  }
  return ids;
}
