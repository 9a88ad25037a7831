import type { Anticipation, Wallet, Withdrawal } from '@centavo/contracts';
import { eventually } from '@centavo/testing';
import { freePorts } from '../../scripts/lib/ports.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';
import { Books } from '../support/books.js';
import { RESTING_CHARGE_RULES } from '../support/charge-books.sql.js';
import { PatientClient } from '../support/patient-client.js';
import { StandaloneProcess, type StandaloneOptions } from '../support/standalone-process.js';
import { Till } from '../support/till.js';

const TILLS = 4;
const KILLS = 2;
/** Withdrawals that are acknowledged before each kill. */
const WITHDRAWALS_BETWEEN = 10;
const TEST_TIMEOUT_MS = 180_000;
const WITHIN_MS = 60_000;

describe('A ledger that is killed while money is moved', () => {
  let options: StandaloneOptions;
  let standalone: StandaloneProcess;
  let client: PatientClient;
  beforeAll(async () => {
    const [port, opsPort] = (await freePorts(2)) as [number, number];
    options = { dataDir: await temporaryFolder('killed-ledger'), port, opsPort };
    standalone = await StandaloneProcess.start(options);
    const merchant = await standalone.merchant();
    client = new PatientClient(standalone.baseUrl, { publicKey: merchant.public_key, secretKey: merchant.secret_key });
  }, TEST_TIMEOUT_MS);
  afterAll(() => standalone.remove(), TEST_TIMEOUT_MS);

  async function withBooks<Result>(work: (books: Books) => Promise<Result>): Promise<Result> {
    const books = await Books.open(await standalone.adminUrl());
    try {
      return await work(books);
    } finally {
      await books.close();
    }
  }

  async function killAndRestart(): Promise<void> {
    await standalone.process.kill();
    await withBooks((books) => books.endLeases());
    standalone = await StandaloneProcess.start(options);
  }

  const wallet = async (): Promise<Wallet> => {
    const { body } = await client.get<Wallet[]>('/v1/wallets');
    return body.data.find(({ owner_type }) => owner_type === 'merchant')!;
  };

  /** The ids of all of a kind, by their statuses. */
  async function list(path: string): Promise<Record<string, string[]>> {
    const found: (Withdrawal | Anticipation)[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await client.get<(Withdrawal | Anticipation)[]>(`${path}?perPage=100&page=${page}`);
      found.push(...body.data);
      if (found.length < body.pagination!.total) continue;
      const idsOf = (status: string): string[] => found.filter((each) => each.status === status).map(({ id }) => id);
      return Object.fromEntries(found.map(({ status }) => [status, idsOf(status).toSorted()]));
    }
  }

  it(
    'has moved all that it acknowledged, once, and nothing else',
    async () => {
      const before = await eventually(wallet);
      const tills = Array.from({ length: TILLS }, () => new Till(client, before.id));
      const shifts = Promise.all(tills.map((till) => till.work()));
      const withdrawn = (): number => tills.reduce((sum, { withdrawalIds }) => sum + withdrawalIds.length, 0);
      const untilMore = (): Promise<unknown> => {
        const enough = withdrawn() + WITHDRAWALS_BETWEEN;
        const isEnough = eventually(() => withdrawn() >= enough, { timeoutMs: WITHIN_MS });
        return Promise.race([isEnough, shifts]);
      };

      for (let kill = 1; kill <= KILLS; kill += 1) {
        await untilMore();
        await killAndRestart();
      }
      await untilMore();
      for (const till of tills) till.close();
      await shifts;
      expect(client.unanswered).toBeGreaterThan(0);

      const withdrawalIds = tills.flatMap((till) => till.withdrawalIds);
      const anticipationIds = tills.flatMap((till) => till.anticipationIds);
      const earned = tills.reduce((sum, till) => sum + till.earned, 0);
      await withBooks((books) =>
        eventually(
          async () => {
            expect(await list('/v1/withdrawals')).toEqual({ completed: withdrawalIds.toSorted() });
            expect(await list('/v1/anticipations')).toEqual({ approved: anticipationIds.toSorted() });
            expect((await wallet()).available_amount).toBe(before.available_amount + earned);
            expect(await books.audit(RESTING_CHARGE_RULES)).toEqual({});
          },
          { timeoutMs: WITHIN_MS, everyMs: 200 },
        ),
      );
    },
    TEST_TIMEOUT_MS,
  );
});
