import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { Forwarder } from './forwarder.mjs';

/** What the path of an endpoint that belongs to a listen begins with; its id follows. */
export const LISTEN_PATH = '/centavo-listen/';

/** What a listen answers under the path of another. */
export const OTHER_LISTEN = 'another listen';

const GONE = 410;

/**
 * @typedef {object} ShownDelivery
 * @property {Date} at when it came
 * @property {any} [event] when its signature is right
 * @property {number} [status] what was answered; nothing when Centavo did not wait for it
 * @property {number} latencyMs
 * @property {string} [trouble]
 */

/** Takes deliveries on a port of 127.0.0.1: verifies each, hands it on, and answers as was answered there. */
export class Listener {
  #server = createServer((request, response) => {
    // Whoever asks may hang up at any time.
    this.#answer(request, response).catch(() => response.destroy());
  });
  #forwarder;
  #onDelivery;
  #webhook;
  #verifyWith;

  /** Which one of the listens it is. */
  #id = randomUUID();

  /**
   * @param {{port?: number, forward?: URL, onDelivery: (delivery: ShownDelivery) => void}} options `port`: any when it is left out
   * @returns {Promise<Listener>}
   */
  static async open({ port = 0, forward, onDelivery }) {
    const listener = new Listener();
    listener.#forwarder = forward && new Forwarder(forward);
    listener.#onDelivery = onDelivery;
    listener.#webhook = new Promise((resolve) => (listener.#verifyWith = resolve));
    await new Promise((resolve, reject) => {
      listener.#server.once('error', reject);
      listener.#server.listen(port, '127.0.0.1', resolve);
    });
    return listener;
  }

  /** Where deliveries go; a tunnel may put something before it. */
  get path() {
    return LISTEN_PATH + this.#id;
  }

  get localUrl() {
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  /** The endpoint's secret; what came before it waits. @param {string} secret */
  verifyWith(secret) {
    this.#verifyWith(new Webhook(secret));
  }

  async close() {
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }

  async #answer(request, response) {
    if (!request.url.endsWith(this.path)) return response.writeHead(404).end(OTHER_LISTEN);
    // So that another listen sees whose endpoint this is.
    if (request.method !== 'POST') return response.writeHead(200).end(this.#id);

    const at = new Date();
    const startedMs = performance.now();
    const result = await this.#deliver(request, response);
    this.#onDelivery({ at, latencyMs: Math.round(performance.now() - startedMs), ...result });
  }

  /** Answers. @returns {Promise<Pick<ShownDelivery, 'event' | 'status' | 'trouble'>>} */
  async #deliver(request, response) {
    const body = await buffer(request);
    const webhook = await this.#webhook;
    let event;
    try {
      event = webhook.verify(body, request.headers);
    } catch (error) {
      response.writeHead(400).end();
      return { status: 400, trouble: `refused: ${error.message}` };
    }
    if (!this.#forwarder) {
      response.writeHead(200).end();
      return { event, status: 200 };
    }
    const answer = await this.#forwarder.forward(request, body, response);
    return { event, ...(answer.status === GONE && { trouble: 'now Centavo disables the endpoint' }), ...answer };
  }
}
