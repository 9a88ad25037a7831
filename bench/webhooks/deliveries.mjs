import { importBuilt } from '../../scripts/lib/paths.mjs';
import { waitFor } from '../../scripts/lib/wait.mjs';
import { databaseUrlOf } from '../alone/systems.mjs';

/** The schema of webhooks, as the service sees it. */
export class Deliveries {
  constructor(database) {
    this.database = database;
  }

  /** @param {{dataDir: string, password: string}} options */
  static async open({ dataDir, password }) {
    const { PostgresDatabase } = await importBuilt('libs/persistence/src/index.js');
    const { PinoLogger } = await importBuilt('libs/runtime/src/index.js');
    const [url, logger] = [await databaseUrlOf(dataDir), PinoLogger.create('warn')];
    return new Deliveries(await PostgresDatabase.connect({ url, role: 'webhooks', password, poolSize: 2, logger }));
  }

  /** Waits until nothing is to be delivered any more and all of it is written down. @param {number} timeoutMs */
  untilNothingIsDue(timeoutMs) {
    const isNothingDue = async () => (await this.#count('SELECT count(*) FROM due_deliveries')) === 0;
    return waitFor(isNothingDue, { what: 'the outcomes to be written', timeoutMs, everyMs: 20 });
  }

  /** Waits until these events are stored. @param {string[]} ids */
  untilKept(ids) {
    const areKept = async () =>
      (await this.#count('SELECT count(*) FROM events WHERE id = ANY ($1::uuid[])', [ids])) === ids.length;
    return waitFor(areKept, { what: `${ids.length} events to be kept`, timeoutMs: 60_000 });
  }

  /** @param {{eventId: string, endpointId: string}[]} pairs */
  async countDelivered(pairs) {
    const { deliveryIdOf } = await importBuilt('apps/webhooks/src/delivery/delivery-id.domain.js');
    const ids = pairs.map(({ eventId, endpointId }) => deliveryIdOf(eventId, endpointId));
    return this.#count(`SELECT count(*) FROM deliveries WHERE status = 'delivered' AND id = ANY ($1::uuid[])`, [ids]);
  }

  countDeadLetters() {
    return this.#count('SELECT count(*) FROM dead_letters');
  }

  close() {
    return this.database.close();
  }

  async #count(sql, parameters) {
    const [{ count }] = await this.database.query(sql, parameters);
    return Number(count);
  }
}
