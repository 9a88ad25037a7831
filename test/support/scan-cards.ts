import { inRoot } from '../../scripts/lib/paths.mjs';
import { ManagedProcess } from '../../scripts/lib/process.mjs';

/** How the card scanner ended, and every line that it printed. */
export interface CardScan {
  readonly code: number | null;
  readonly lines: readonly string[];
}

/** Runs `npm run scan:cards`. @param opsPort of the platform, when it is found by its folder */
export async function scanCards(args: readonly string[], opsPort?: number): Promise<CardScan> {
  const lines: string[] = [];
  const scanner = new ManagedProcess(process.execPath, [inRoot('scripts/scan-cards.mjs'), ...args], {
    name: 'scan-cards',
    cwd: inRoot(),
    env: { ...process.env, ...(opsPort && { OPS_PORT: String(opsPort) }) },
    onLine: (line) => lines.push(line),
  });
  const { code } = await scanner.exit;
  return { code, lines };
}
