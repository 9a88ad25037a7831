import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '../metrics/metrics.js';
import { reading } from '../metrics/state-sources.js';
import { explainListenError } from './listen-error.js';
import type { Readiness } from './readiness.js';

export interface OpsServerOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
}

type Route = (response: ServerResponse) => void | Promise<void>;

/** What operators and orchestrators ask a process: `/live`, `/ready`, `/metrics`. One per process, on a port that stays private. */
export class OpsServer {
  readonly #routes: Readonly<Record<string, Route>>;
  readonly #server: Server;

  private constructor(private readonly options: OpsServerOptions) {
    const { metrics, readiness } = options;
    metrics.observeState('process: dependencies', async () =>
      Object.entries(await readiness.check()).map(([dependency, { ready }]) =>
        reading('dependency_ready', { dependency }, Number(ready)),
      ),
    );
    this.#routes = {
      '/live': (response) => answer(response, 200, { status: 'live' }),
      '/ready': async (response) => {
        const checks = await readiness.check();
        const isReady = Object.values(checks).every(({ ready }) => ready);
        answer(response, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not_ready', checks });
      },
      '/metrics': async (response) => {
        const text = await metrics.text();
        response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
      },
    };
    this.#server = createServer((request, response) => void this.#respond(request.url ?? '/', response));
  }

  /** @throws with what to do when the port is taken */
  static async start(options: OpsServerOptions): Promise<OpsServer> {
    const ops = new OpsServer(options);
    await ops.#listen();
    return ops;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }

  #listen(): Promise<void> {
    const { host, port } = this.options;
    return new Promise((resolve, reject) => {
      this.#server.once('error', (error: NodeJS.ErrnoException) => reject(explainListenError(error, port, 'OPS_PORT')));
      this.#server.listen(port, host, resolve);
    });
  }

  async #respond(url: string, response: ServerResponse): Promise<void> {
    const route = this.#routes[url.split('?')[0]!];
    if (!route) return answer(response, 404, { status: 'not_found', routes: Object.keys(this.#routes) });
    try {
      await route(response);
    } catch (error) {
      answer(response, 500, { status: 'failed', message: (error as Error).message });
    }
  }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
