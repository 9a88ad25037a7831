import type { PostbackEndpoint } from '@centavo/contracts';
import { eventually } from '@centavo/testing';
import { runCli } from '../../scripts/lib/cli/run-cli.mjs';
import type { TestMerchant } from '../http-client.js';
import type { TestPlatform } from '../platform.js';

export const keysOf = ({ credentials: { publicKey, secretKey } }: TestMerchant): string => `${publicKey}:${secretKey}`;

/** A `listen` in this process, until it is interrupted. */
export class ListenRun implements AsyncDisposable {
  readonly out: string[] = [];
  readonly err: string[] = [];
  readonly #code: Promise<number>;
  #interrupt!: () => void;

  private constructor(argv: readonly string[], env: Readonly<Record<string, string>>) {
    const interrupted = new Promise<void>((resolve) => (this.#interrupt = resolve));
    this.#code = runCli(['listen', ...argv], {
      env,
      out: (text) => this.out.push(...text.split('\n')),
      err: (text) => this.err.push(...text.split('\n')),
      interruption: () => interrupted,
    });
  }

  /** Starts it for a merchant and waits until it listens. */
  static async start(platform: TestPlatform, merchant: TestMerchant, ...argv: string[]): Promise<ListenRun> {
    const run = new ListenRun(argv, { CENTAVO_URL: platform.http.baseUrl, CENTAVO_KEYS: keysOf(merchant) });
    await eventually(() => [...run.out, ...run.err].includes('Ctrl-C ends it.'));
    return run;
  }

  /** What the developer puts into the server that it forwards to. */
  get secret(): string {
    return /whsec_\S+/.exec([...this.out, ...this.err].join('\n'))![0];
  }

  /** The lines about deliveries, once there are so many. */
  async deliveries(count: number): Promise<string[]> {
    return eventually(() => {
      const lines = this.out.filter((line) => /^\d\d:\d\d:\d\d /.test(line));
      if (lines.length < count) throw new Error(`${lines.length} of ${count} deliveries: ${this.out.join('\n')}`);
      return lines;
    });
  }

  /** As Ctrl-C does. @returns the exit code */
  async interrupt(): Promise<number> {
    this.#interrupt();
    return this.#code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.interrupt();
  }
}

export async function endpointsOf(platform: TestPlatform, { credentials }: TestMerchant): Promise<PostbackEndpoint[]> {
  return (await platform.http.get<PostbackEndpoint[]>('/v1/postbacks/endpoints', credentials)).body.data;
}
