/**
 * Makes merchants with a postback endpoint each, as an operator and they themselves do.
 * @param {{baseUrls: string[], operatorToken: string}} system
 * @param {{count: number, receiverPort: number}} options
 * @returns {Promise<{id: string, credentials: string, endpointId: string}[]>}
 */
export async function makeMerchants(system, { count, receiverPort }) {
  const merchants = [];
  for (let number = 1; number <= count; number += 1) {
    const { id, credentials } = await makeMerchant(system, number);
    const endpoint = await post(`${system.baseUrls[0]}/v1/postbacks/endpoints`, basicOf(credentials), {
      url: `http://127.0.0.1:${receiverPort}/merchants/${number}`,
      events: ['charge.*'],
    });
    merchants.push({ id, credentials, endpointId: endpoint.id });
  }
  return merchants;
}

/**
 * @param {{baseUrls: string[], operatorToken: string}} system
 * @param {number} number in its name
 * @returns {Promise<{id: string, walletId: string, credentials: string}>}
 */
export async function makeMerchant({ baseUrls: [baseUrl], operatorToken }, number) {
  const { merchant, api_key: key } = await post(`${baseUrl}/admin/v1/merchants`, `Bearer ${operatorToken}`, {
    name: `Loja ${number}`,
    legal_name: `Loja ${number} Ltda`,
    tax_id: '11222333000181',
    email: `loja${number}@example.com`,
  });
  return { id: merchant.id, walletId: merchant.wallet_id, credentials: `${key.public_key}:${key.secret_key}` };
}

/** The header for a pair of keys. @param {string} credentials */
export const basicOf = (credentials) => `Basic ${Buffer.from(credentials).toString('base64')}`;

/** @returns {Promise<any>} the resource in the answer, which may take its time: what is asked for is done by then */
export async function post(url, authorization, body) {
  const headers = { authorization, 'content-type': 'application/json', prefer: 'wait=10' };
  const response = await fetch(url, { method: 'POST', headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()).data;
}
