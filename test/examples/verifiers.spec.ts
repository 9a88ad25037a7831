import { Webhook } from 'standardwebhooks';
import { inRoot } from '../../scripts/lib/paths.mjs';
import {
  atHand,
  expectedVerdicts,
  readVectors,
  VECTORS_FILE,
  verdictsOf,
  type Vector,
  type Verifier,
} from './verifiers.js';

const OWN_NODE = inRoot('node_modules/node/bin/node');

const VERIFIERS: readonly Verifier[] = [
  {
    language: 'TypeScript',
    probe: [OWN_NODE, '--version'],
    advice: 'npm ci',
    commands: [[OWN_NODE, 'check-vectors.mjs', VECTORS_FILE]],
  },
  {
    language: 'Python',
    probe: ['python3', '--version'],
    advice: 'install it (Debian: apt-get install python3)',
    commands: [['python3', 'check_vectors.py', VECTORS_FILE]],
  },
  {
    language: 'PHP',
    probe: ['php', '--version'],
    advice: 'install it (Debian: apt-get install php-cli)',
    commands: [['php', 'check_vectors.php', VECTORS_FILE]],
  },
];

describe('The verifier for receivers', () => {
  it.each(atHand(VERIFIERS))('accepts what it has to, and nothing else, in $language', async (verifier) => {
    expect(await verdictsOf(verifier)).toEqual(await expectedVerdicts());
  });
});

const isAccepted = ({ secrets, headers, body }: Vector): boolean =>
  secrets.some((secret) => isVerified(secret, headers, body));

function isVerified(secret: string, headers: Vector['headers'], body: string): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

describe('The published library of Standard Webhooks', () => {
  const realNow = Date.now;
  afterEach(() => {
    Date.now = realNow;
  });

  it('accepts and refuses the same', async () => {
    const { now, vectors } = await readVectors();
    Date.now = () => now * 1_000;
    const verdicts = vectors.map((vector) => `${isAccepted(vector) ? 'accepted' : 'refused'}\t${vector.name}`);
    expect(verdicts).toEqual(await expectedVerdicts());
  });
});
