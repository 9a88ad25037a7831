import { callApi } from '../api.mjs';

const PATH = '/v1/postbacks/endpoints';
/** Nobody waits long for the end of a command. */
const REMOVAL_TIMEOUT_MS = 5_000;

/** What a listen asks the API for. */
export class EndpointCalls {
  #access;

  /** @param {{url: string, authorization: string}} access */
  constructor(access) {
    this.#access = access;
  }

  /** All endpoints of the merchant; none when the API says something else, as creating one then will too. */
  async list() {
    const { envelope } = await callApi(this.#access, { method: 'GET', path: PATH });
    return envelope?.success === true ? envelope.data : [];
  }

  /** @param {{url: string, events: readonly string[]}} body */
  async create(body) {
    return await callApi(this.#access, { method: 'POST', path: PATH, body });
  }

  /** @param {string} id @returns {Promise<boolean>} whether it is gone */
  async remove(id) {
    const request = { method: 'DELETE', path: `${PATH}/${id}`, timeoutMs: REMOVAL_TIMEOUT_MS };
    const { status } = await callApi(this.#access, request);
    return status === 200 || status === 404;
  }
}
