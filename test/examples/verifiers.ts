import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inRoot } from '../../scripts/lib/paths.mjs';

/** A program of `examples/postbacks` that says of every test vector whether it is accepted. */
export interface Verifier {
  readonly language: string;
  /** A command that succeeds where the language is at hand, and how it gets there where it is not. */
  readonly probe: readonly string[];
  readonly advice: string;
  /** The commands that run it, in its folder; the last one prints the verdicts. */
  readonly commands: readonly (readonly string[])[];
}

export interface Vector {
  readonly name: string;
  readonly accepted: boolean;
  readonly secrets: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const FOLDER = inRoot('examples/postbacks');
export const VECTORS_FILE = `${FOLDER}/vectors.json`;

export const readVectors = async (): Promise<{ now: number; vectors: readonly Vector[] }> =>
  JSON.parse(await readFile(VECTORS_FILE, 'utf8')) as { now: number; vectors: readonly Vector[] };

/** What has to be printed. */
export const expectedVerdicts = async (): Promise<string[]> =>
  (await readVectors()).vectors.map(({ name, accepted }) => `${accepted ? 'accepted' : 'refused'}\t${name}`);

/** What a verifier prints, line by line. @throws Error when it ends with another code than 0 */
export async function verdictsOf({ language, commands }: Verifier): Promise<string[]> {
  let output = '';
  for (const [command, ...args] of commands) {
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8', GOTOOLCHAIN: 'local' };
    const options = { cwd: `${FOLDER}/${language.toLowerCase()}`, env };
    output = (await promisify(execFile)(command!, args, options)).stdout;
  }
  return output.trimEnd().split('\n');
}

/** Those whose language is at hand; of the others it is said that they are left out. */
export const atHand = (verifiers: readonly Verifier[]): Verifier[] =>
  verifiers.filter(({ language, probe: [command, ...args], advice }) => {
    const isHere = spawnSync(command!, args, { stdio: 'ignore' }).status === 0;
    if (!isHere)
      process.stderr.write(`The verifier in ${language} is left out. There is no ${command} here: ${advice}.\n`);
    return isHere;
  });
