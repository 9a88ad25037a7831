import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventPayload } from '@centavo/contracts';
import { JsonLines } from '../history/json-lines.js';
import { filesOf } from '../history/history.js';

/** A postback that came. */
export interface PostbackLine {
  readonly at: number;
  /** Path of the endpoint. */
  readonly endpoint: string;
  readonly id: string;
  readonly event: string;
  readonly resourceId: string;
  readonly sequence: number;
  /** SHA-256 of the body. */
  readonly digest: string;
}

/** A path that ends so has its answers after a while: some are always under way. */
export const SLOW = '/slow';
const SLOW_ANSWER_MS = 100;

/** The merchants' server for postbacks: writes each of them down before it answers. */
export class Receiver {
  readonly #lines: JsonLines<PostbackLine>;

  private constructor(
    private readonly server: Server,
    folder: string,
  ) {
    this.#lines = new JsonLines(filesOf(folder).postbacks);
  }

  /** @param port 0: a free one */
  static async start(folder: string, port = 0): Promise<Receiver> {
    const server = createServer({ keepAliveTimeout: 60_000 });
    const receiver = new Receiver(server, folder);
    server.on('request', (request, response) => {
      // A sender that is killed leaves half a request.
      receiver.#receive(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  flush(): Promise<void> {
    return this.#lines.flush();
  }

  async close(): Promise<void> {
    await new Promise((resolve) => {
      this.server.close(resolve);
      this.server.closeAllConnections();
    });
    await this.#lines.close();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '' } = request;
    this.#note(url, await text(request));
    if (url.endsWith(SLOW)) await delay(SLOW_ANSWER_MS);
    response.writeHead(204).end();
  }

  #note(endpoint: string, body: string): void {
    const { id, event, sequence, data } = JSON.parse(body) as EventPayload<{ id: string }>;
    const digest = createHash('sha256').update(body).digest('base64url');
    this.#lines.add({ at: Date.now(), endpoint, id, event, resourceId: data.id, sequence, digest });
  }
}
