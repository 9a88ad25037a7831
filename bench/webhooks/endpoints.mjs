import { randomUUID } from 'node:crypto';

/**
 * @typedef {object} Endpoint one merchant's only endpoint
 * @property {string} merchantId
 * @property {string} id
 * @property {string} path at the receiver
 */

/** The service's commands, as the gateway sends them. */
export class Endpoints {
  constructor(producer, receiverPort) {
    this.producer = producer;
    this.receiverPort = receiverPort;
  }

  /** Makes so many merchants with an endpoint each. @returns {Promise<Endpoint[]>} */
  async create(count) {
    const endpoints = [];
    for (let number = 1; number <= count; number += 1) {
      const id = randomUUID();
      const endpoint = { merchantId: randomUUID(), id, path: `/endpoints/${id}` };
      const url = `http://127.0.0.1:${this.receiverPort}${endpoint.path}`;
      await this.#ask('create', endpoint, { url, events: ['charge.*'] });
      endpoints.push(endpoint);
    }
    return endpoints;
  }

  /** @param {Endpoint} endpoint @param {'active' | 'inactive'} status */
  setStatus(endpoint, status) {
    return this.#ask('update', endpoint, { status });
  }

  /** Has all that did not succeed since then sent again. @param {Endpoint} endpoint @param {Date} since */
  recover(endpoint, since) {
    return this.#ask('recover', endpoint, { since: since.toISOString() });
  }

  async #ask(what, { merchantId, id }, body) {
    const payload = { merchant_id: merchantId, endpoint_id: id, idempotency: null, body };
    const answer = await this.producer.call('request', { name: `postback-endpoints.${what}`, key: id, payload });
    if (!answer.ok) throw new Error(`postback-endpoints.${what}: ${JSON.stringify(answer)}`);
    return answer.data;
  }
}
