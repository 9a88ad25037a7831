import { readFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import bwipjs from 'bwip-js/node';
import { VaultKey } from '../../../tokenizer/src/testing/vault-key.js';
import type { Charge } from '../api/charge.js';
import type { PayBody } from '../api/order.js';
import type { CheckoutData } from '../checkout-data.js';
import { aChargeOf } from './a-charge.js';
import { aLink } from './a-link.js';
import { assetsFolder, renderSkeleton } from './skeleton.js';

export interface RecordedRequest {
  readonly method: string;
  /** Below the link: `/charges`, `/v1/tokens`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface PreparedAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Nothing may run, load or be sent but what the page is made of. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** One payment link with its page, as the gateway has it, and an acquirer that does what the test says. */
export class CheckoutServer {
  data: CheckoutData = aLink();
  readonly requests: RecordedRequest[] = [];
  /** The cards that were turned into tokens, as they were encrypted. */
  readonly cards: Readonly<Record<string, string>>[] = [];
  /** What becomes of charges when they are made. */
  onCharge: (charge: Charge) => Charge = (charge) => charge;
  readonly #charges = new Map<string, Charge>();
  readonly #chargeIdsByKey = new Map<string, string>();
  readonly #prepared = new Map<string, (PreparedAnswer | 'silence')[]>();
  #made = 0;

  private constructor(
    private readonly server: Server,
    private readonly vaultKey: VaultKey,
  ) {}

  static async start(): Promise<CheckoutServer> {
    const server = createServer();
    const checkout = new CheckoutServer(server, await VaultKey.generate());
    server.on('request', (request, response) => void checkout.#serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return checkout;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/pay/${this.data.linkId}`;
  }

  get charges(): readonly Charge[] {
    return [...this.#charges.values()];
  }

  to(method: string, path: string): RecordedRequest[] {
    return this.requests.filter((request) => request.method === method && request.path === path);
  }

  /** Lets something happen to the charge that was made last. */
  change(fields: Partial<Charge>): void {
    const charge = this.charges.at(-1)!;
    this.#charges.set(charge.id, { ...charge, ...fields } as Charge);
  }

  /** Answers to the next requests for a route instead of its own. `silence`: it is done, but nobody hears of it. */
  prepare(method: string, path: string, ...answers: (PreparedAnswer | 'silence')[]): void {
    this.#prepared.set(`${method} ${path}`, answers);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const path = (request.url ?? '').replace(`/pay/${this.data.linkId}`, '');
    const body = await text(request);
    if (path === '') return this.#servePage(response);
    if (method === 'GET' && !/^\/(v1|charges)\//.test(path)) return this.#serveFile(path, response);

    this.requests.push({ method, path, headers, body });
    const prepared = this.#prepared.get(`${method} ${path}`)?.shift();
    const isRefused = typeof prepared === 'object';
    const answer = isRefused ? prepared : await this.#answer({ method, path, headers, body });
    if (prepared === 'silence') return;
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  }

  async #servePage(response: ServerResponse): Promise<void> {
    response.writeHead(this.data.isUsable ? 200 : 410, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    response.end(await renderSkeleton(this.data));
  }

  async #serveFile(path: string, response: ServerResponse): Promise<void> {
    const asset = /^\/pay\/assets\/(checkout\.\w+\.(js|css))$/.exec(path);
    if (asset) {
      const type = asset[2] === 'js' ? 'text/javascript' : 'text/css';
      return void response.writeHead(200, { 'content-type': type }).end(await readFile(join(assetsFolder, asset[1]!)));
    }
    if (path.startsWith('/pix/')) {
      const code = this.charges.findLast(({ payment_method }) => payment_method === 'pix')?.payment_details;
      const text = code && 'qr_code' in code ? code.qr_code! : 'none';
      const image = await bwipjs.toBuffer({ bcid: 'qrcode', text, scale: 4, padding: 4, backgroundcolor: 'FFFFFF' });
      return void response.writeHead(200, { 'content-type': 'image/png' }).end(image);
    }
    response.writeHead(404).end();
  }

  async #answer({ method, path, headers, body }: RecordedRequest): Promise<PreparedAnswer> {
    if (path === '/v1/tokens/public-key') return done(this.vaultKey.jwk);
    if (path === '/v1/tokens') return await this.#tokenize(body);
    if (path === '/charges') return this.#pay(String(headers['idempotency-key']), JSON.parse(body) as PayBody);
    const [, id = '', action] = /^\/charges\/([\w-]+)(\/void)?$/.exec(path) ?? [];
    const charge = this.#charges.get(id);
    if (!charge) return refusal(404, 'charge_not_found');
    if (method === 'POST' && action) return this.#void(charge);
    return done(charge);
  }

  #pay(key: string, { payment_method, payment_details }: PayBody): PreparedAnswer {
    const known = this.#charges.get(this.#chargeIdsByKey.get(key) ?? '');
    if (known) return { ...done(known), status: 201 };
    if (!this.data.isUsable) return refusal(410, 'payment_link_unavailable');
    this.#made += 1;
    const id = `019aa000-0000-7000-8000-${String(this.#made).padStart(12, '0')}`;
    const made = { ...aChargeOf(payment_method), id, amount: this.data.amount, redirect_url: this.data.redirectUrl };
    const charge = this.onCharge({ ...made, installments: payment_details.installments ?? 1 });
    this.#charges.set(id, charge);
    this.#chargeIdsByKey.set(key, id);
    return { ...done(charge), status: 201 };
  }

  #void(charge: Charge): PreparedAnswer {
    if (charge.status !== 'pending') return refusal(409, 'charge_not_voidable');
    const voided: Charge = { ...charge, status: 'voided' };
    this.#charges.set(charge.id, voided);
    return done(voided);
  }

  async #tokenize(body: string): Promise<PreparedAnswer> {
    const { plaintext } = await this.vaultKey.open((JSON.parse(body) as { card: string }).card);
    const card = JSON.parse(plaintext) as Record<string, string>;
    this.cards.push(card);
    const { number, expirationMonth, expirationYear } = card;
    const shown = { firstSixDigits: number!.slice(0, 6), lastFourDigits: number!.slice(-4) };
    return done({ token: `tok_${number!.slice(-4)}`, brand: 'visa', ...shown, expirationMonth, expirationYear });
  }
}

const done = (data: unknown): PreparedAnswer => ({ status: 200, body: { success: true, message: 'Done', data } });

export const refusal = (
  status: number,
  error: string,
  { details, headers }: { readonly details?: readonly object[]; readonly headers?: Record<string, string> } = {},
): PreparedAnswer => ({
  status,
  headers,
  body: { success: false, message: `Refused: ${error}`, error, details, request_id: 'req_1' },
});
