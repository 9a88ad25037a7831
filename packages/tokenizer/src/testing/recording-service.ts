import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CardData } from '../validate-card.js';
import { VaultKey } from './vault-key.js';

export const KEY_PATH = '/v1/tokens/public-key';
export const TOKENS_PATH = '/v1/tokens';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Cross-origin rules as the platform has them on these two paths. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-expose-headers': 'x-request-id',
};

/** A service for tokens with keys of its own, that keeps every byte it was sent. */
export class RecordingService {
  readonly publicKey = 'pk_test_recorded';
  readonly requests: RecordedRequest[] = [];
  readonly #sent: Buffer[] = [];
  readonly #tokens = new Map<string, string>();
  readonly #prepared = new Map<string, (ServiceAnswer | 'silence')[]>();

  private constructor(
    private readonly server: Server,
    private vaultKey: VaultKey,
  ) {}

  static async start(): Promise<RecordingService> {
    const server = createServer();
    const service = new RecordingService(server, await VaultKey.generate());
    server.on('connection', (socket) => socket.on('data', (bytes: Buffer) => service.#sent.push(bytes)));
    server.on('request', (request, response) => {
      void text(request).then(async (body) => {
        const { method = '', url: path = '', headers } = request;
        if (method === 'OPTIONS') return response.writeHead(204, CORS).end();
        service.requests.push({ method, path, headers, body });
        const answer = service.#prepared.get(path)?.shift() ?? (await service.#answer(path, body));
        if (answer === 'silence') return;
        const isText = typeof answer.body === 'string';
        response.writeHead(answer.status, {
          ...CORS,
          'content-type': 'application/json',
          'x-request-id': 'req_header',
          ...answer.headers,
        });
        return response.end(isText ? answer.body : JSON.stringify(answer.body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** All that clients have sent, as it came from the network. */
  get sent(): string {
    return Buffer.concat(this.#sent).toString('latin1');
  }

  to(path: string): RecordedRequest[] {
    return this.requests.filter((request) => request.path === path);
  }

  /** The header of the JWE in a request, and what was encrypted. */
  open({ body }: RecordedRequest): ReturnType<VaultKey['open']> {
    return this.vaultKey.open((JSON.parse(body) as { card: string }).card);
  }

  /** Answers to the next requests for a path, instead of its own; `silence` lets the client wait. */
  prepare(path: string, ...answers: (ServiceAnswer | 'silence')[]): void {
    this.#prepared.set(path, answers);
  }

  /** From now on only cards encrypted with another key can be read. */
  async rotateKey(): Promise<void> {
    this.vaultKey = await VaultKey.generate();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #answer(path: string, body: string): Promise<ServiceAnswer> {
    if (path === KEY_PATH) {
      return { status: 200, body: success(this.vaultKey.jwk), headers: { 'cache-control': 'public, max-age=300' } };
    }
    try {
      const { plaintext } = await this.vaultKey.open((JSON.parse(body) as { card: string }).card);
      return this.#tokenOf(JSON.parse(plaintext) as CardData);
    } catch {
      return UNDECRYPTABLE;
    }
  }

  #tokenOf({ number, expirationMonth, expirationYear }: CardData): ServiceAnswer {
    const fingerprint = [number, expirationMonth, expirationYear].join();
    const known = this.#tokens.get(fingerprint);
    const token = known ?? `tok_${randomUUID()}`;
    this.#tokens.set(fingerprint, token);
    const shown = { brand: 'visa', lastFourDigits: number.slice(-4), firstSixDigits: number.slice(0, 6) };
    return { status: known ? 200 : 201, body: success({ token, ...shown, expirationMonth, expirationYear }) };
  }
}

const success = (data: unknown) => ({ success: true, message: 'Done', data });

export const refusal = (status: number, error: string, details?: readonly object[]): ServiceAnswer => ({
  status,
  body: { success: false, message: `Refused: ${error}`, error, details, request_id: 'req_body' },
});

export const UNDECRYPTABLE = refusal(422, 'validation_error', [
  { field: 'card', code: 'undecryptable', message: 'cannot be decrypted' },
]);
