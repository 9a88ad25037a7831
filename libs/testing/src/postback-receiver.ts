import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from './eventually.js';

/** A request as it came, its body unparsed. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ReceiverAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Answers a request; one that never resolves is a receiver that hangs. */
export type Answering = (request: ReceivedRequest) => ReceiverAnswer | Promise<ReceiverAnswer>;

const OK: Answering = () => ({ status: 200 });

/** A merchant's server for postbacks: keeps every request and answers as told. It verifies nothing, that is for tests to do. */
export class PostbackReceiver {
  readonly requests: ReceivedRequest[] = [];
  #answering: Answering = OK;

  private constructor(
    private readonly server: Server,
    private readonly host: string,
  ) {}

  /** Starts on a free port. @param host an address of this machine that senders reach */
  static async start(host = '127.0.0.1'): Promise<PostbackReceiver> {
    const server = createServer();
    const receiver = new PostbackReceiver(server, host);
    server.on('request', (request, response) => void receiver.#receive(request, response));
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    return receiver;
  }

  /** @param path with its leading slash */
  url(path = '/'): string {
    return `http://${this.host}:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** How requests are answered from now on. It starts with 200. */
  answerWith(answer: ReceiverAnswer | Answering): void {
    this.#answering = typeof answer === 'function' ? answer : () => answer;
  }

  /** Waits until so many requests that match have come, and returns them in the order they came. */
  async waitFor(
    count: number,
    matches: (request: ReceivedRequest) => boolean = () => true,
    options?: { readonly timeoutMs?: number },
  ): Promise<ReceivedRequest[]> {
    return eventually(() => {
      const found = this.requests.filter(matches);
      if (found.length < count) throw new Error(`${found.length} of ${count} postbacks came.`);
      return found;
    }, options);
  }

  /** Closes at once, also what is still being answered. */
  async close(): Promise<void> {
    await new Promise((resolve) => {
      this.server.close(resolve);
      this.server.closeAllConnections();
    });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const received = { method, path, headers, body: await text(request) };
    this.requests.push(received);
    const { status, headers: answerHeaders, body } = await this.#answering(received);
    response.writeHead(status, answerHeaders).end(body);
  }
}
