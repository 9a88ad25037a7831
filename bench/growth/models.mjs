import { exampleCharge } from '../../scripts/lib/example-charge.mjs';
import { waitFor } from '../../scripts/lib/wait.mjs';
import { basicOf, post } from '../merchants.mjs';
import { rowsOf, tables } from './tables.mjs';

const dayMs = 86_400_000;
/** Whatever was captured today, a holiday in between included. */
const settledWithinDays = 45;

/** The ways that charges of the past have gone, how many of a hundred each, and the operation that got them there. */
const kinds = [
  { share: 70, body: {} },
  { share: 16, body: { payment_method: 'pix', payment_details: {} }, operation: { route: 'pay', isTrigger: true } },
  { share: 4, body: { payment_method: 'boleto', payment_details: {} }, operation: { route: 'pay', isTrigger: true } },
  { share: 6, body: { payment_details: { token: 'tok_card_declined', installments: 1 } } },
  { share: 3, body: { payment_method: 'pix', payment_details: {} }, operation: { route: 'expire', isTrigger: true } },
  { share: 1, body: {}, operation: { route: 'refund', body: { amount: exampleCharge.amount } } },
];

/**
 * Makes one charge of each kind by the API and waits until the product has done with them: the history is copied from what they leave.
 * @param {{baseUrls: string[]}} system
 * @param {{id: string, credentials: string, endpointId: string}} merchant nobody else's charges are asked for by it
 * @param {import('pg').Client} client the administrator's
 * @returns {Promise<{id: string, share: number}[]>}
 */
export async function makeModels({ baseUrls: [baseUrl] }, merchant, client) {
  const authorization = basicOf(merchant.credentials);
  const models = [];
  for (const { share, body, operation } of kinds) {
    const { id } = await post(`${baseUrl}/v1/charges`, authorization, { ...exampleCharge, ...body });
    if (operation) {
      const area = operation.isTrigger ? 'sandbox/v1' : 'v1';
      await post(`${baseUrl}/${area}/charges/${id}/${operation.route}`, authorization, operation.body);
    }
    await untilDone(client, id);
    // One at a time: in the journal, a settlement of several could not be told apart.
    await post(`${baseUrl}/sandbox/v1/settlements/run`, authorization, { until: daysFromNow(settledWithinDays) });
    models.push({ id, share });
  }
  await untilQuiet(
    client,
    models.map(({ id }) => id),
  );
  return models;
}

const daysFromNow = (days) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** Every postback is delivered, every capture and refund posted. */
const untilDone = (client, id) =>
  waitFor(async () => (await client.query(isDone, [id])).rows[0].done, { what: 'a charge of the history' });

/** No row is added any more. */
async function untilQuiet(client, ids) {
  let rowsBefore = 0;
  await waitFor(
    async () => {
      const count = await countRows(client, ids);
      const isQuiet = count === rowsBefore;
      rowsBefore = count;
      return isQuiet;
    },
    { what: 'the charges that the history is copied from', everyMs: 500 },
  );
}

const isDone = `
  SELECT (SELECT sequence FROM payments.charges WHERE id = $1)
         = (SELECT count(*) FROM webhooks.deliveries WHERE resource_id = $1 AND status = 'delivered')
     AND (SELECT captured_amount > 0 FROM payments.charges WHERE id = $1)
         = EXISTS (SELECT FROM ledger.receivables WHERE charge_id = $1)
     AND (SELECT count(*) FROM payments.charge_refunds WHERE charge_id = $1)
         = (SELECT count(*) FROM ledger.transactions WHERE reference_id = $1 AND kind = 'refund') AS done`;

async function countRows(client, ids) {
  let count = 0;
  for (const table of tables) count += (await client.query(rowsOf(table), [ids])).rowCount;
  return count;
}
