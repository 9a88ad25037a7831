import type { Charge } from '@centavo/contracts';
import { aChargeBody, eventually } from '@centavo/testing';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { idAt, makePastCharges, putInStatus } from '../support/charge-history.js';
import { ReplicatedCluster } from '../support/replicated-cluster.js';

const HOUR_MS = 3_600_000;
/** PostgreSQL is started twice, and everything migrated. */
const START_MS = 120_000;

describe('A gateway with a read replica', () => {
  let cluster: ReplicatedCluster;
  let platform: TestPlatform;
  let shop: TestMerchant;
  /** A charge of today, to copy. */
  let today: string;

  const list = async (): Promise<string[]> => {
    const { status, body } = await platform.http.get<Charge[]>('/v1/charges', shop.credentials);
    expect(status).toBe(200);
    return body.data.map(({ id }) => id);
  };
  const one = (id: string) => platform.http.get<Charge>(`/v1/charges/${id}`, shop.credentials);
  const statusOf = async (id: string): Promise<string> => (await one(id)).body.data.status;
  async function makeCharge(): Promise<string> {
    const prefer = { Prefer: 'wait=10' };
    const { body } = await platform.http.post<Charge>('/v1/charges', shop.credentials, aChargeBody(), prefer);
    return body.data.id;
  }
  /** One that was made behind the gateway's back, long ago unless a test says otherwise. */
  async function makePastCharge(ageMs = HOUR_MS): Promise<string> {
    const created_at = new Date(Date.now() - ageMs);
    const id = idAt(created_at.getTime());
    await makePastCharges(platform.database('payments'), today, [{ id, created_at }]);
    return id;
  }
  const shownBy = async (metric: string): Promise<number> => {
    const text = await platform.metrics.text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`centavo_${metric} `))
        ?.split(' ')[1] ?? 0,
    );
  };
  const untilUsed = (used: boolean) =>
    eventually(async () => expect(await shownBy('database_replica_used')).toBe(Number(used)));
  const readsOfReplica = () => shownBy('database_reads_total{server="replica"}');

  async function start(maxLagMs: number): Promise<void> {
    platform = await startPlatform({
      RATE_LIMIT_PER_SECOND: '0',
      DATABASE_READ_URL: cluster.standbyUrl,
      DATABASE_READ_MAX_LAG_MS: String(maxLagMs),
    });
    await untilUsed(true);
    shop = await platform.http.createMerchant();
    today = await makeCharge();
  }
  beforeAll(async () => {
    cluster = await ReplicatedCluster.start();
  }, START_MS);
  afterAll(() => cluster.close());

  describe('that may be far behind', () => {
    beforeAll(() => start(30_000), START_MS);
    afterEach(() => cluster.resumeReplay());
    afterAll(() => platform.stop());

    it('lists what the replica has', async () => {
      await eventually(async () => expect(await list()).toEqual([today]));
      await cluster.pauseReplay();

      const later = await makeCharge();
      const before = await readsOfReplica();
      expect(await list()).toEqual([today]);
      expect(await readsOfReplica()).toBe(before + 1);

      await cluster.resumeReplay();
      await eventually(async () => expect(await list()).toEqual([later, today]));
    });

    it('finds by its id what the replica has never heard of, and lets in whom it does not know', async () => {
      await cluster.pauseReplay();
      const id = await makePastCharge();

      expect(await one(id)).toMatchObject({ status: 200, body: { data: { id } } });
      shop = await platform.http.createMerchant();
      expect(await list()).toEqual([]);
      expect(await one(id)).toMatchObject({ status: 404 });
    });

    it('shows as it is what was made or changed a moment ago, and everything else as the replica has it', async () => {
      today = await makeCharge();
      const ids = [await makePastCharge(), await makePastCharge(), await makePastCharge(0)] as const;
      const [refunded, other, young] = ids;
      await putInStatus(platform.database('payments'), ids, 'captured');
      await eventually(async () => expect(await list()).toEqual(expect.arrayContaining([...ids, today])));
      await cluster.pauseReplay();

      const made = await makeCharge();
      expect(await statusOf(made)).toBe('captured');
      await putInStatus(platform.database('payments'), ids, 'voided');
      expect(await statusOf(young)).toBe('voided');
      expect(await statusOf(other)).toBe('captured');
      const { body } = await platform.http.post(`/v1/charges/${refunded}/refund`, shop.credentials, {});
      expect(body.error).toBe('charge_not_refundable');
      expect(await statusOf(refunded)).toBe('voided');
    });
  });

  describe('that may not', () => {
    beforeAll(() => start(3_000), START_MS);
    afterAll(() => platform.stop());

    it('reads from the primary while the replica is behind', async () => {
      await cluster.pauseReplay();
      const id = await makeCharge();
      await untilUsed(false);
      expect(await list()).toContain(id);

      await cluster.resumeReplay();
      await untilUsed(true);
      const before = await readsOfReplica();
      await list();
      expect(await readsOfReplica()).toBe(before + 1);
    });

    it('answers every request while the replica is killed and comes back', async () => {
      const old = await makePastCharge();
      const answered: number[] = [];
      const end = new AbortController();
      const read = async (path: string): Promise<void> => {
        while (!end.signal.aborted) answered.push((await platform.http.get(path, shop.credentials)).status);
      };
      const readers = Promise.all(['/v1/charges', `/v1/charges/${old}`, '/v1/wallets'].map(read));
      const before = await readsOfReplica();
      await eventually(async () => expect(await readsOfReplica()).toBeGreaterThan(before));

      await cluster.killStandby();
      await untilUsed(false);
      const meanwhile = await readsOfReplica();
      await cluster.restartStandby();
      await untilUsed(true);
      await eventually(async () => expect(await readsOfReplica()).toBeGreaterThan(meanwhile));

      end.abort();
      await readers;
      expect(new Set(answered)).toEqual(new Set([200]));
    });
  });
});
