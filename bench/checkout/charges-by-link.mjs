import pg from 'pg';
import { waitFor } from '../../scripts/lib/wait.mjs';
import { administratorOf } from '../administrator.mjs';
import { sum } from '../usage.mjs';

const restTimeoutMs = 120_000;

/** A card is answered before the acquirer is asked; its receivable follows its capture. */
const unfinished = `
  SELECT (SELECT count(*) FROM payments.published_charges WHERE status = 'pending' AND payment_method = 'credit_card')
       + (SELECT count(*) FROM payments.published_charges WHERE captured_amount > 0)
       - (SELECT count(*) FROM ledger.published_receivables)`;

const made = 'SELECT count(*) FROM payments.published_charges WHERE payment_link_id IS NOT NULL';

const wrongUses = `
  SELECT count(*)
  FROM payments.published_payment_links AS link
  LEFT JOIN (SELECT payment_link_id, count(*) AS uses FROM payments.published_charges
             WHERE status NOT IN ('failed', 'expired', 'voided') GROUP BY 1) AS used ON used.payment_link_id = link.id
  WHERE link.current_uses <> coalesce(used.uses, 0)`;

const notCaptured = `
  SELECT count(*) FROM payments.published_charges WHERE payment_method = 'credit_card' AND status <> 'captured'`;

/** What was made by links, as the administrator of the run's PostgreSQL sees it. */
export class ChargesByLink {
  constructor(client) {
    this.client = client;
  }

  /** @param {string} dataDir of the system that runs */
  static async open(dataDir) {
    const client = new pg.Client(await administratorOf(dataDir, 'centavo'));
    await client.connect();
    return new ChargesByLink(client);
  }

  /** Waits until all that was asked for is done. */
  untilAtRest() {
    const isAtRest = async () => (await this.#count(unfinished)) === 0;
    return waitFor(isAtRest, { what: 'the charges to be captured and posted', timeoutMs: restTimeoutMs, everyMs: 50 });
  }

  /**
   * What must hold, whatever the speed.
   * @param {number[]} accepted payments, by phase
   * @returns {Promise<Record<string, string>>} by question: `yes`, or what is wrong
   */
  async check(accepted) {
    const [charges, expected] = [await this.#count(made), sum(accepted)];
    return {
      'Every accepted payment is one charge': charges === expected ? 'yes' : `${charges} of ${expected}`,
      'Every link counts the charges made by it': none(await this.#count(wrongUses), 'do not'),
      'Every card is captured': none(await this.#count(notCaptured), 'are not'),
    };
  }

  close() {
    return this.client.end();
  }

  async #count(sql) {
    const { rows } = await this.client.query(sql);
    return Number(Object.values(rows[0])[0]);
  }
}

const none = (count, what) => (count === 0 ? 'yes' : `${count} ${what}`);
