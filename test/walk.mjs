// The first payment as a new user makes it, against whatever runs: node test/walk.mjs <credentials.json>
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { exampleCharge } from '../scripts/lib/example-charge.mjs';
import { waitFor } from '../scripts/lib/wait.mjs';
import { cardSteps } from './walk-cards.mjs';
import { linkSteps } from './walk-links.mjs';

/** R$ 100.00 less the default fee of 2.99 % for one installment. */
const netAmount = 9_701;

/** Each step hands what the next ones need on in `found`. */
const steps = {
  'the service says that it is healthy': async ({ api }) => {
    strictEqual((await api('GET', '/health', { auth: null })).status, 200);
  },
  'the API describes itself at /openapi.json and /docs': async ({ api }) => {
    const { status, body } = await api('GET', '/openapi.json', { auth: null });
    strictEqual(status, 200);
    ok(body.paths['/v1/charges']?.post, '/v1/charges is not described');
    strictEqual((await api('GET', '/docs', { auth: null })).status, 200);
  },
  'a postback endpoint is created and shows its secret once': async ({ api, receiver, found }) => {
    const body = { url: receiver.url, events: ['charge.*'] };
    const created = await api('POST', '/v1/postbacks/endpoints', { body });
    strictEqual(created.status, 201, created.text);
    match(created.body.data.secret, /^whsec_/);
    found.secret = created.body.data.secret;
    const listed = await api('GET', '/v1/postbacks/endpoints');
    const endpoint = listed.body.data.find(({ id }) => id === created.body.data.id);
    strictEqual(endpoint.secret, undefined);
    strictEqual(endpoint.has_secret, true);
  },
  'a charge is accepted as pending': async ({ api, found }) => {
    found.walletBefore = await walletOf(api);
    found.idempotencyKey = randomUUID();
    found.created = await api('POST', '/v1/charges', { body: exampleCharge, idempotencyKey: found.idempotencyKey });
    strictEqual(found.created.status, 201, found.created.text);
    strictEqual(found.created.body.success, true);
    strictEqual(found.created.body.data.status, 'pending');
    found.chargeId = found.created.body.data.id;
  },
  'the charge is captured': async ({ api, found }) => {
    const charge = await waitFor(
      async () => {
        const { body } = await api('GET', `/v1/charges/${found.chargeId}`);
        return body.data.status === 'captured' && body.data;
      },
      { what: 'the charge to be captured' },
    );
    strictEqual(charge.captured_amount, 10_000);
    strictEqual(charge.payment_details.brand, 'visa');
  },
  'the list of charges begins with it': async ({ api, found }) => {
    const { body } = await api('GET', '/v1/charges?perPage=1');
    strictEqual(body.data[0].id, found.chargeId);
    strictEqual(body.pagination.perPage, 1);
  },
  'a receivable shows the money to come': async ({ api, found }) => {
    const receivables = await waitFor(
      async () => {
        const { body } = await api('GET', `/v1/receivables?charge_id=${found.chargeId}`);
        return body.data.length > 0 && body.data;
      },
      { what: 'the receivable' },
    );
    strictEqual(receivables.length, 1);
    const [{ gross_amount: gross, fee_amount: fee, net_amount: net, status }] = receivables;
    deepStrictEqual({ gross, fee, net, status }, { gross: 10_000, fee: 299, net: netAmount, status: 'pending' });
  },
  'the wallet counts it as pending': async ({ api, found }) => {
    const wallet = await walletOf(api);
    strictEqual(wallet.pending_amount - found.walletBefore.pending_amount, netAmount);
  },
  'both postbacks arrive, signed and in order': async ({ receiver, found }) => {
    const arrived = await waitFor(() => receiver.about(found.chargeId, 2), { what: 'two postbacks' });
    const webhook = new Webhook(found.secret);
    const events = arrived.map(({ raw, headers }) => webhook.verify(raw, headers));
    const seen = events.map(({ event, sequence }) => `${sequence} ${event}`).toSorted();
    deepStrictEqual(seen, ['1 charge.pending', '2 charge.captured']);
    for (const [index, { id }] of events.entries()) strictEqual(arrived[index].headers['webhook-id'], id);
  },
  'a forged postback would be refused': async ({ receiver, found }) => {
    const [{ raw, headers }] = receiver.about(found.chargeId, 1);
    let refused = false;
    try {
      new Webhook(found.secret).verify(raw.replace('10000', '10001'), headers);
    } catch {
      refused = true;
    }
    ok(refused, 'the signature does not cover the body');
  },
  'the same idempotency key answers the same again': async ({ api, found }) => {
    const again = await api('POST', '/v1/charges', { body: exampleCharge, idempotencyKey: found.idempotencyKey });
    strictEqual(again.status, 201);
    strictEqual(again.text, found.created.text);
    strictEqual(again.headers.get('idempotent-replayed'), 'true');
    const other = { ...exampleCharge, amount: 20_000 };
    const reused = await api('POST', '/v1/charges', { body: other, idempotencyKey: found.idempotencyKey });
    strictEqual(reused.status, 422);
    strictEqual(reused.body.error, 'idempotency_key_reused');
  },
  'a declined card makes a failed charge': async ({ api }) => {
    const body = { ...exampleCharge, payment_details: { token: 'tok_card_declined' } };
    const created = await api('POST', '/v1/charges', { body });
    strictEqual(created.status, 201, created.text);
    const charge = await waitFor(
      async () => {
        const answer = await api('GET', `/v1/charges/${created.body.data.id}`);
        return answer.body.data.status !== 'pending' && answer.body.data;
      },
      { what: 'the declined charge' },
    );
    strictEqual(charge.status, 'failed');
    strictEqual(charge.failure_code, 'card_declined');
  },
  'a card is authorized, captured in part, and the rest released': async ({ api }) => {
    const body = { ...exampleCharge, payment_details: { token: 'tok_visa', capture: false } };
    const created = await api('POST', '/v1/charges', { body, prefer: 'wait=10' });
    strictEqual(created.body.data.status, 'authorized', created.text);
    const path = `/v1/charges/${created.body.data.id}`;
    const captured = await api('POST', `${path}/capture`, { body: { amount: 4_000 } });
    strictEqual(captured.body.data.status, 'captured', captured.text);
    strictEqual(captured.body.data.captured_amount, 4_000);
    const again = await api('POST', `${path}/capture`);
    strictEqual(`${again.status} ${again.body.error}`, '409 charge_not_capturable');
  },
  'an authorization is voided': async ({ api }) => {
    const body = { ...exampleCharge, payment_details: { token: 'tok_visa', capture: false } };
    const created = await api('POST', '/v1/charges', { body, prefer: 'wait=10' });
    const voided = await api('POST', `/v1/charges/${created.body.data.id}/void`);
    strictEqual(voided.body.data.status, 'voided', voided.text);
  },
  'a Pix is paid by its code, and refunded in two parts': async ({ api, receiver, found }) => {
    const body = { ...exampleCharge, payment_method: 'pix', payment_details: { expires_in: 600 } };
    const created = await api('POST', '/v1/charges', { body });
    strictEqual(created.status, 201, created.text);
    const { id, payment_details: pix } = created.body.data;
    match(pix.qr_code, /^000201.*6304[0-9A-F]{4}$/);
    const image = await fetch(pix.qr_code_url);
    strictEqual(`${image.status} ${image.headers.get('content-type')}`, '200 image/png');

    const paid = await api('POST', `/sandbox/v1/charges/${id}/pay`);
    strictEqual(paid.body.data.status, 'captured', paid.text);
    match(paid.body.data.payment_details.end_to_end_id, /^E\d{20}[0-9A-Za-z]{11}$/);
    const part = await api('POST', `/v1/charges/${id}/refund`, { body: { amount: 500, reason: 'dented' } });
    strictEqual(part.body.data.status, 'partially_refunded', part.text);
    const rest = await api('POST', `/v1/charges/${id}/refund`);
    strictEqual(rest.body.data.status, 'refunded', rest.text);
    const { refunds } = (await api('GET', `/v1/charges/${id}`)).body.data;
    deepStrictEqual(
      refunds.map(({ amount, reason }) => [amount, reason]),
      [
        [500, 'dented'],
        [exampleCharge.amount - 500, null],
      ],
    );

    const arrived = await waitFor(() => receiver.about(id, 4), { what: 'four postbacks' });
    const webhook = new Webhook(found.secret);
    const seen = arrived.map(({ raw, headers }) => webhook.verify(raw, headers).event);
    deepStrictEqual(seen.toSorted(), [
      'charge.captured',
      'charge.partially_refunded',
      'charge.pending',
      'charge.refunded',
    ]);
  },
  'a boleto has a slip to print': async ({ api }) => {
    const body = { ...exampleCharge, payment_method: 'boleto', payment_details: {} };
    const { payment_details: boleto } = (await api('POST', '/v1/charges', { body })).body.data;
    match(boleto.line, /^\d{47}$/);
    const slip = await fetch(boleto.url);
    strictEqual(`${slip.status} ${slip.headers.get('content-type')}`, '200 text/html; charset=utf-8');
  },
  'a dispute is opened and won': async ({ api }) => {
    const { id } = (await api('POST', '/v1/charges', { body: exampleCharge, prefer: 'wait=10' })).body.data;
    const disputed = await api('POST', `/sandbox/v1/charges/${id}/chargeback`);
    strictEqual(disputed.body.data.status, 'chargeback', disputed.text);
    const won = await api('POST', `/sandbox/v1/charges/${id}/chargeback/won`);
    strictEqual(won.body.data.status, 'captured', won.text);
  },
  ...cardSteps,
  ...linkSteps,
  'what is wrong is answered with a stable code': async ({ api }) => {
    const refusals = [
      [await api('GET', '/v1/charges', { auth: null }), 401, 'authentication_required'],
      [await api('GET', '/v1/charges', { auth: 'pk_test_x:sk_test_x' }), 401, 'invalid_api_key'],
      [await api('POST', '/v1/charges', { raw: '{"amount":' }), 400, 'invalid_json'],
      [await api('POST', '/v1/charges', { body: { amount: 'much' } }), 422, 'validation_error'],
      [await api('GET', '/v1/charges/not-an-id'), 400, 'invalid_uuid'],
      [await api('GET', `/v1/charges/${randomUUID()}`), 404, 'charge_not_found'],
      [await api('GET', '/v1/nothing-here'), 404, 'route_not_found'],
    ];
    const seen = refusals.map(([{ status, body }]) => `${status} ${body.error}`);
    deepStrictEqual(
      seen,
      refusals.map(([, status, code]) => `${status} ${code}`),
    );
  },
};

/**
 * Takes every step, printing one line each, and stops at the first that fails.
 * @param {{base_url: string, merchant: {public_key: string, secret_key: string}}} credentials
 * @returns {Promise<{passed: number, failed: number}>} what was not tried counts as failed
 */
export async function walk(credentials) {
  const receiver = await startReceiver();
  const context = { api: apiClient(credentials), credentials, receiver, found: {} };
  const total = Object.keys(steps).length;
  let passed = 0;
  try {
    for (const [name, step] of Object.entries(steps)) {
      await step(context);
      passed += 1;
      console.log(`ok      ${name}`);
    }
  } catch (error) {
    console.log(`FAILED  ${Object.keys(steps)[passed]}\n${error.message}`);
  } finally {
    receiver.close();
  }
  return { passed, failed: total - passed };
}

const walletOf = async (api) => (await api('GET', '/v1/wallets')).body.data[0];

function apiClient({ base_url: baseUrl, merchant }) {
  const own = `${merchant.public_key}:${merchant.secret_key}`;
  return async (method, path, { body, raw, auth = own, idempotencyKey, prefer } = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(auth && { authorization: `Basic ${Buffer.from(auth).toString('base64')}` }),
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        ...(prefer && { prefer }),
      },
      body: raw ?? (body && JSON.stringify(body)),
    });
    const answer = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text: answer,
      body: isJson ? JSON.parse(answer) : null,
    };
  };
}

async function startReceiver() {
  const arrived = [];
  const server = createServer((request, response) => {
    void text(request).then((raw) => {
      arrived.push({ headers: request.headers, raw });
      response.writeHead(204).end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/postbacks`,
    /** What arrived about a resource, once there is enough of it; null before. */
    about(resourceId, count) {
      const matching = arrived.filter(({ raw }) => JSON.parse(raw).data.id === resourceId);
      return matching.length >= count ? matching : null;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { passed, failed } = await walk(JSON.parse(await readFile(process.argv[2], 'utf8')));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
