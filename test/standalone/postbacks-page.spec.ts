import { DocsWalk, WALK_TIMEOUT_MS, type Printed } from '../support/docs-walk.js';

const PRINTED: Readonly<Record<string, Printed>> = {
  'Try it (2)': { prints: [/"event":"postback\.test"/, /"status":"pending"/] },
  'Try it (3)': { prints: [/^postback\.test +#1 /m], reads: true },
  'Try it (4)': { prints: [/"status":"delivered"/, /"status_code":204/], reads: true },
  'Disabled endpoints': { prints: [/"status":"inactive"/] },
  'Disabled endpoints (2)': { prints: [/"status":"active"/] },
  'Resend and recover': { prints: [/"status":"pending"/] },
  'Resend and recover (2)': { prints: [/"queued":\d+,"has_more":false/] },
  'Change the secret (2)': { prints: [/"status":"pending"/] },
  'Change the secret (3)': { prints: [/(^postback\.test +#1 [^]*){2}^postback\.test +#2 /m], reads: true },
  'At the end': { prints: [/"deleted":true/] },
};

describe('docs/postbacks.md', () => {
  let docs: DocsWalk;
  beforeAll(async () => {
    docs = await DocsWalk.start();
  }, WALK_TIMEOUT_MS);
  afterAll(() => docs?.end(), WALK_TIMEOUT_MS);

  it('does what it says, command by command', () => docs.walk('postbacks.md', 4000, PRINTED), WALK_TIMEOUT_MS);
});
