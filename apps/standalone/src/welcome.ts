import type { Credentials } from './credentials.js';

/** What `npm start` prints once everything runs: the keys and what to try. */
export function welcome({ base_url, operator_token, merchant }: Credentials, credentialsPath: string): string {
  if (!merchant) return `\nCentavo runs at ${base_url} (API docs: ${base_url}/docs)\n`;
  return `
Centavo runs at ${base_url}   (sandbox; API docs at ${base_url}/docs)

  Demo merchant   ${merchant.id}
  Wallet          ${merchant.wallet_id}
  Public key      ${merchant.public_key}
  Secret key      ${merchant.secret_key}
  Operator token  ${operator_token}
  (kept in ${credentialsPath})

Try a payment:

  curl -s ${base_url}/v1/charges -u ${merchant.public_key}:${merchant.secret_key} \\
    -H 'Content-Type: application/json' -d '{
      "amount": 10000, "product_type": "physical", "payment_method": "credit_card",
      "payment_details": {"token": "tok_visa", "installments": 1},
      "customer": {"name": "Maria Silva", "email": "maria@example.com", "tax_id": "12345678909",
                   "phone": "+5511987654321", "type": "individual"},
      "items": [{"name": "Camiseta", "quantity": 1, "unit_price": 10000, "tangible": true}]}'

Then look at it, and at the money to come:

  curl -s ${base_url}/v1/charges -u ${merchant.public_key}:${merchant.secret_key}
  curl -s ${base_url}/v1/receivables -u ${merchant.public_key}:${merchant.secret_key}
  curl -s ${base_url}/v1/wallets -u ${merchant.public_key}:${merchant.secret_key}

Stop with Ctrl-C; the data stays. README.md shows how to receive the postbacks.
`;
}
