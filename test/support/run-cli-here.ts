import { runCli } from '../../scripts/lib/cli/run-cli.mjs';

export interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of the CLI in this process; what would go on and on is interrupted at once. */
export async function runCliHere(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<CliRun> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCli(argv, {
    env,
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    interruption: () => Promise.resolve(),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
