import { exampleCharge } from '../../scripts/lib/example-charge.mjs';
import { waitFor } from '../../scripts/lib/wait.mjs';
import { basicOf, post } from '../merchants.mjs';
import { rowsOf, tables } from './tables.mjs';

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
    models.push({ id, share });
  }
  await untilSettled(
    client,
    models.map(({ id }) => id),
  );
  return models;
}

/** Every postback is delivered, every capture posted, and then no row is added any more. */
async function untilSettled(client, ids) {
  let rowsBefore = 0;
  await waitFor(
    async () => {
      const { rows } = await client.query(areDone, [ids]);
      const count = await countRows(client, ids);
      const isQuiet = count === rowsBefore;
      rowsBefore = count;
      return rows[0].done && isQuiet;
    },
    { what: 'the charges that the history is copied from', everyMs: 500 },
  );
}

const areDone = `
  SELECT (SELECT sum(sequence) FROM payments.charges WHERE id = ANY ($1))
         = (SELECT count(*) FROM webhooks.deliveries WHERE resource_id = ANY ($1) AND status = 'delivered')
     AND (SELECT count(*) FROM payments.charges WHERE id = ANY ($1) AND captured_amount > 0)
         = (SELECT count(DISTINCT charge_id) FROM ledger.receivables WHERE charge_id = ANY ($1)) AS done`;

async function countRows(client, ids) {
  let count = 0;
  for (const table of tables) count += (await client.query(rowsOf(table), [ids])).rowCount;
  return count;
}
