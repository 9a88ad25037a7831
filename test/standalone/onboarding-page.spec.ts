import { DocsWalk, WALK_TIMEOUT_MS, type Printed } from '../support/docs-walk.js';

const DOCUMENTS = 7;

const PRINTED: Readonly<Record<string, Printed>> = {
  'Register the seller': { prints: [/"tax_id":"11222333000181"/, /"status":"pending"/, /"average_ticket":"15000"/] },
  'See what is missing': { prints: [/^missing social_contract$/m, /^missing legal_representative$/m] },
  'Add the partner': { prints: [/^ok legal_representative$/m, /^missing partner_selfie_with_id$/m] },
  'Add address and documents': {
    prints: [/"is_primary":true/, new RegExp(`^(pending \\w+\\n|ok legal_representative\\n){${DOCUMENTS + 1}}$`, 'm')],
  },
  'Review it': {
    prints: [
      /^status +in_review$/m,
      /^review_notes +Documents in order$/m,
      new RegExp(`(^ok \\w+\\n){${DOCUMENTS + 1}}`, 'm'),
    ],
  },
  'Review it (2)': { prints: [/submerchant\.approved/, /submerchant\.in_review/], reads: true },
  'Read the postbacks': {
    prints: [
      /^submerchant\.pending +#1 /m,
      /^submerchant\.in_review +#2 /m,
      /^submerchant\.approved +#3 /m,
      new RegExp(`(^submerchant_document\\.approved [^]*){${DOCUMENTS}}`, 'm'),
    ],
    reads: true,
  },
  'Charge for it': { prints: [/^captured$/m] },
  'Charge for it (2)': { prints: [/^seller 8701$/m, /^platform 1000$/m], reads: true },
  'Charge for it (3)': { prints: [/^merchant 1000$/m, /^submerchant 8701$/m], reads: true },
  'When a seller must stop': { prints: [/^status +suspended$/m] },
};

describe('docs/onboarding.md', () => {
  let docs: DocsWalk;
  beforeAll(async () => {
    docs = await DocsWalk.start();
  }, WALK_TIMEOUT_MS);
  afterAll(() => docs?.end(), WALK_TIMEOUT_MS);

  it('does what it says, command by command', () => docs.walk('onboarding.md', 4001, PRINTED), WALK_TIMEOUT_MS);
});
