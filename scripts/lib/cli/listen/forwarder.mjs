import http from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';

/** What belongs to one connection and not to the message (RFC 9110, 7.6.1). */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'host'];

const BAD_GATEWAY = 502;

/** Hands requests on to another server, and its answers back. */
export class Forwarder {
  #target;

  /** @param {URL} target */
  constructor(target) {
    this.#target = target;
  }

  /**
   * @param {http.IncomingMessage} request @param {Buffer} body its body, byte by byte
   * @param {http.ServerResponse} response gets what the target answers, and 502 when it answers nothing
   * @returns {Promise<{status?: number, trouble?: string}>} without a status when nobody waited for it any more
   */
  async forward(request, body, response) {
    const hungUp = new AbortController();
    response.once('close', () => hungUp.abort());
    try {
      const answer = await this.#send(request, body, hungUp.signal);
      response.writeHead(answer.statusCode, endToEnd(answer.headers));
      // The status decides; what goes wrong after it changes nothing.
      void pipeline(answer, response).catch(() => {});
      return { status: answer.statusCode };
    } catch (error) {
      if (hungUp.signal.aborted) return { trouble: 'no answer while somebody waited for it' };
      response.writeHead(BAD_GATEWAY).end();
      return { status: BAD_GATEWAY, trouble: `${this.#target.origin}: ${error.code ?? error.message}` };
    }
  }

  #send({ method, headers }, body, signal) {
    const { request } = this.#target.protocol === 'https:' ? https : http;
    // A connection each: one that the target closes just as it is used again would look like a failure of the target's.
    const options = { method, headers: endToEnd(headers), agent: false, signal };
    return new Promise((resolve, reject) => {
      request(this.#target, options, resolve).on('error', reject).end(body);
    });
  }
}

const endToEnd = (headers) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name)));
