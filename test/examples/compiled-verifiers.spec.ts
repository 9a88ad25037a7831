import { rm } from 'node:fs/promises';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';
import { atHand, expectedVerdicts, VECTORS_FILE, verdictsOf, type Verifier } from './verifiers.js';

/** A compiler that has never run here first compiles its language's own libraries. */
const TIMEOUT_MS = 180_000;

const output = await temporaryFolder('verifiers');
const VERIFIERS: readonly Verifier[] = [
  {
    language: 'Go',
    probe: ['go', 'version'],
    advice: 'install it (Debian: apt-get install golang-go)',
    commands: [['go', 'run', '.', VECTORS_FILE]],
  },
  {
    language: 'Java',
    probe: ['javac', '--version'],
    advice: 'install a JDK (Debian: apt-get install openjdk-17-jdk-headless)',
    commands: [
      ['javac', '-d', output, 'PostbackVerifier.java', 'CheckVectors.java'],
      ['java', '-cp', output, 'CheckVectors', VECTORS_FILE],
    ],
  },
];

describe('The verifier for receivers', () => {
  afterAll(() => rm(output, { recursive: true }));

  // At least one line is always here: without any language a suite would have no test, and fail.
  it('is told what it has to accept and to refuse', async () => {
    const verdicts = await expectedVerdicts();
    expect(verdicts.filter((line) => line.startsWith('accepted')).length).toBeGreaterThan(5);
    expect(verdicts.filter((line) => line.startsWith('refused')).length).toBeGreaterThan(5);
  });

  for (const verifier of atHand(VERIFIERS)) {
    it(
      `accepts what it has to, and nothing else, in ${verifier.language}`,
      async () => expect(await verdictsOf(verifier)).toEqual(await expectedVerdicts()),
      TIMEOUT_MS,
    );
  }
});
