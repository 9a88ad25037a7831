import { importBuilt } from '../../scripts/lib/paths.mjs';
import { waitFor } from '../../scripts/lib/wait.mjs';
import { databaseUrlOf } from '../alone/systems.mjs';

const walletsAtOnce = 1_000;
const postingTimeoutMs = 600_000;
const settlementTimeoutMs = 600_000;

/** The ledger's schema, as the ledger sees it. */
export class Books {
  constructor(database) {
    this.database = database;
  }

  /** @param {{dataDir: string, password: string}} options */
  static async open({ dataDir, password }) {
    const { PostgresDatabase } = await importBuilt('libs/persistence/src/index.js');
    const { PinoLogger } = await importBuilt('libs/runtime/src/index.js');
    const [url, logger] = [await databaseUrlOf(dataDir), PinoLogger.create('warn')];
    return new Books(await PostgresDatabase.connect({ url, role: 'ledger', password, poolSize: 2, logger }));
  }

  /** @returns {Promise<string[]>} the merchants that they are of */
  async openWallets(count) {
    const { OpenWallet } = await importBuilt('apps/ledger/src/wallets/open-wallet.js');
    const { newId } = await importBuilt('libs/runtime/src/index.js');
    const openWallet = new OpenWallet(this.database);
    const merchantIds = Array.from({ length: count }, newId);
    for (let first = 0; first < count; first += walletsAtOnce) {
      const owners = merchantIds.slice(first, first + walletsAtOnce);
      await openWallet.openAll(
        owners.map((id) => ({ id: newId(), merchantId: id, ownerId: id, ownerType: 'merchant' })),
      );
    }
    return merchantIds;
  }

  countTransactions() {
    return this.#count('SELECT count(*) FROM transactions');
  }

  countPending() {
    return this.#count(`SELECT count(*) FROM receivables WHERE status = 'pending'`);
  }

  countDeadLetters() {
    return this.#count('SELECT count(*) FROM dead_letters');
  }

  /**
   * Waits until the journal has so many transactions. To count them all the time would cost what is measured, so it first looks for the
   * last ones.
   * @param {{lastIds: string[], total: number}} expected
   */
  async untilPosted({ lastIds, total }) {
    const areThere = async () => {
      const found = await this.#count('SELECT count(*) FROM transactions WHERE id = ANY ($1::uuid[])', [lastIds]);
      return found === lastIds.length && (await this.countTransactions()) === total;
    };
    await waitFor(areThere, { what: `${total} journal transactions`, timeoutMs: postingTimeoutMs, everyMs: 20 });
  }

  /**
   * Waits until the latest daily settlement is finished.
   * @returns {Promise<{settled: number, seconds: number}>}
   */
  untilSettled() {
    const finished = async () => {
      const [run] = await this.database.query(
        `SELECT settled::int, extract(epoch FROM finished_at - started_at)::float8 AS seconds
         FROM settlement_runs ORDER BY day DESC LIMIT 1`,
      );
      return run?.seconds != null && run;
    };
    return waitFor(finished, { what: 'the daily settlement', timeoutMs: settlementTimeoutMs, everyMs: 50 });
  }

  /** Waits until the bank has paid all withdrawals that wait for nobody's word. */
  async untilWithdrawn() {
    const arePaid = async () =>
      (await this.#count(`SELECT count(*) FROM withdrawal_tasks WHERE due_at < 'infinity'`)) === 0;
    await waitFor(arePaid, { what: 'the withdrawals to be paid', timeoutMs: postingTimeoutMs, everyMs: 50 });
  }

  /** Waits until all that was posted is in the hash chain, which is built behind. */
  async untilChained() {
    const isChained = async () => (await this.#count('SELECT count(*) FROM unchained_transactions')) === 0;
    await waitFor(isChained, { what: 'the hash chain', timeoutMs: postingTimeoutMs, everyMs: 50 });
  }

  close() {
    return this.database.close();
  }

  async #count(sql, parameters) {
    const [{ count }] = await this.database.query(sql, parameters);
    return Number(count);
  }
}
