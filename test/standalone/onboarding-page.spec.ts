import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@centavo/testing';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { freePorts } from '../../scripts/lib/ports.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';
import { commandsOf, ShellWalk } from '../support/shell-walk.js';
import { StandaloneProcess } from '../support/standalone-process.js';

const TIMEOUT_MS = 180_000;
const PAGE = inRoot('docs/onboarding.md');
const DOCUMENTS = 7;

/**
 * What a block of the page has to print. One that only reads may be read again until it shows what has happened meanwhile, as a person would.
 */
const PRINTS: Readonly<Record<string, { readonly prints: readonly RegExp[]; readonly reads?: true }>> = {
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
  let folder: string;
  let standalone: StandaloneProcess;
  let shell: ShellWalk;
  let ports: number[];
  beforeAll(async () => {
    folder = await temporaryFolder('onboarding');
    // Seen from here it is a checkout, but with data of its own.
    const parts = ['package.json', 'scripts', 'examples'];
    await Promise.all(parts.map((part) => symlink(inRoot(part), join(folder, part))));
    ports = await freePorts(3);
    const [port, opsPort] = ports as [number, number, number];
    standalone = await StandaloneProcess.start({ dataDir: join(folder, '.centavo'), port, opsPort });
    shell = new ShellWalk(folder);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await shell?.end();
    await standalone?.remove();
    await rm(folder, { recursive: true, force: true });
  }, TIMEOUT_MS);

  it(
    'does what it says, command by command',
    async () => {
      const seen = new Map<string, number>();
      for (const { heading, commands } of await commandsOf(PAGE)) {
        const count = (seen.get(heading) ?? 0) + 1;
        seen.set(heading, count);
        const name = count === 1 ? heading : `${heading} (${count})`;
        const here = commands
          .replaceAll('localhost:3000', `localhost:${ports[0]}`)
          .replaceAll('127.0.0.1:4001"', `127.0.0.1:${ports[2]}"`)
          .replaceAll('receiver.mjs "$SECRET" 4001', `receiver.mjs "$SECRET" ${ports[2]}`);
        const { prints, reads } = PRINTS[name] ?? { prints: [] };
        const check = async (): Promise<void> => {
          const output = await shell.run(here);
          for (const pattern of prints) expect(output).toMatch(pattern);
        };
        await (reads ? eventually(check, { timeoutMs: 30_000, everyMs: 100 }) : check());
      }
      const checked = [...seen].flatMap(([heading, count]) =>
        Array.from({ length: count }, (_, index) => (index === 0 ? heading : `${heading} (${index + 1})`)),
      );
      expect(checked).toEqual(expect.arrayContaining(Object.keys(PRINTS)));
    },
    TIMEOUT_MS,
  );
});
