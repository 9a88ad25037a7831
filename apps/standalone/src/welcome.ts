import type { Credentials } from './credentials.js';

/**
 * What `npm start` prints once everything runs: the keys and what to try.
 * @param demoLink where a payment link is paid, if there is one to try
 */
export function welcome(
  { base_url, operator_token, merchant }: Credentials,
  credentialsPath: string,
  demoLink: string | null,
): string {
  if (!merchant) return `\nCentavo runs at ${base_url} (API docs: ${base_url}/docs)\n`;
  const keys = `${merchant.public_key}:${merchant.secret_key}`;
  return `
Centavo runs at ${base_url}   (sandbox; API docs at ${base_url}/docs)

  Demo merchant   ${merchant.id}
  Wallet          ${merchant.wallet_id}
  Public key      ${merchant.public_key}
  Secret key      ${merchant.secret_key}
  Operator token  ${operator_token}
  (kept in ${credentialsPath})

Try a payment:

  curl -s ${base_url}/v1/charges -u ${keys} \\
    -H 'Content-Type: application/json' -d '{
      "amount": 10000, "product_type": "physical", "payment_method": "credit_card",
      "payment_details": {"token": "tok_visa", "installments": 1},
      "customer": {"name": "Maria Silva", "email": "maria@example.com", "tax_id": "12345678909",
                   "phone": "+5511987654321", "type": "individual"},
      "items": [{"name": "Camiseta", "quantity": 1, "unit_price": 10000, "tangible": true}]}'

Then look at it, and at the money to come:

  curl -s ${base_url}/v1/charges -u ${keys}
  curl -s ${base_url}/v1/receivables -u ${keys}
  curl -s ${base_url}/v1/wallets -u ${keys}
${demoLink === null ? '' : aboutLink(demoLink, base_url, keys)}
Stop with Ctrl-C; the data stays. README.md shows how to receive the postbacks.
`;
}

/** Of Pix the sandbox's merchant is the payer too: he pays the newest code that is open. */
const aboutLink = (url: string, baseUrl: string, keys: string): string => `
Or open a payment link in a browser, and pay it as a customer does:

  ${url}

By card: any number of docs/sandbox.md, any date to come, any CVV. By Pix: get the code, and be the bank:

  curl -s -X POST ${baseUrl}/sandbox/v1/charges/$(curl -s '${baseUrl}/v1/charges?payment_method=pix&status=pending&perPage=1' \\
    -u ${keys} | node -p 'JSON.parse(fs.readFileSync(0)).data[0].id')/pay -u ${keys}
`;
