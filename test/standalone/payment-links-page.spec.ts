import { DocsWalk, WALK_TIMEOUT_MS, type Printed } from '../support/docs-walk.js';

const PRINTED: Readonly<Record<string, Printed>> = {
  'Make one (2)': { prints: [/^http:\/\/localhost:\d+\/pay\/[0-9a-f-]{36}$/m] },
  'Make one (3)': { prints: [/"title":"Camiseta azul"/, /"max_installments":3/, /"expires_at":"2040-01-01T02:59:59/] },
  'Pay it': { prints: [/^000201/m] },
  'Pay it (2)': { prints: [/"payment_link_id"/, /"message":"Charge\.","data":\{"id":"[^"]+","status":"captured"/] },
  'Pay it (3)': { prints: [/"status":"captured"/] },
  'Statuses and uses': { prints: [/"status":"inactive"/, /^410$/m] },
};

describe('docs/payment-links.md', () => {
  let docs: DocsWalk;
  beforeAll(async () => {
    docs = await DocsWalk.start();
  }, WALK_TIMEOUT_MS);
  afterAll(() => docs?.end(), WALK_TIMEOUT_MS);

  it('does what it says, command by command', () => docs.walk('payment-links.md', 4000, PRINTED), WALK_TIMEOUT_MS);
});
