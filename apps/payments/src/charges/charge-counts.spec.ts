import { CHARGE_STATUSES } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { PaymentsFixture, type PaymentsInstance } from '../testing/payments-fixture.js';
import { foldChargeCounts } from './charge-counts.sql.js';
import type { ChargeState } from './charge.domain.js';
import { findCharges, insertCharges, moveCharges } from './charges.sql.js';

const CHARGES = 40;
const WRITERS = 4;
const MOVES_PER_WRITER = 25;
/** No charge is authorized twice. */
const STATUSES = CHARGE_STATUSES.filter((status) => status !== 'authorized');

interface Count {
  readonly owner_id: string;
  readonly payment_method: string;
  readonly status: string;
  readonly count: bigint;
}

describe('What lists know of charges', () => {
  let fixture: PaymentsFixture;
  let payments: PaymentsInstance;
  beforeAll(async () => {
    fixture = await PaymentsFixture.start();
    payments = await fixture.instance();
  });
  afterAll(() => fixture.stop());

  const counted = (sql: string) => fixture.database.query<Count>(`${sql} ORDER BY 1, 2, 3`);
  const fromCharges = () =>
    counted(`
      SELECT owner.id AS owner_id, payment_method, status, count(*)
      FROM charges CROSS JOIN unnest(ARRAY[merchant_id, submerchant_id]) AS owner (id)
      WHERE owner.id IS NOT NULL GROUP BY 1, 2, 3`);
  const fromListings = () =>
    counted('SELECT owner_id, payment_method, status, count(*) FROM published_charge_listings GROUP BY 1, 2, 3');
  const fromCounts = () =>
    counted(`
      SELECT owner_id, payment_method, status, sum(count)::bigint AS count FROM published_charge_counts
      GROUP BY 1, 2, 3 HAVING sum(count) <> 0`);

  /** Copies of a settled charge, half of them a submerchant's. */
  async function makeCharges(): Promise<string[]> {
    const original = await fixture.settledCharge(payments);
    const submerchantId = newId();
    const copies = Array.from({ length: CHARGES }, (_, index): ChargeState => ({
      ...original,
      id: newId(),
      submerchant_id: index % 2 ? submerchantId : null,
    }));
    await fixture.database.transaction((transaction) => insertCharges(transaction, copies, []));
    return copies.map(({ id }) => id);
  }

  /** Moves a third of the charges, as far as nobody else has in the meantime; each round other ones, to other statuses. */
  async function moveSome(ids: readonly string[], round: number): Promise<void> {
    const some = ids.filter((_, index) => (index + round) % 3 === 0);
    const charges = (await findCharges(fixture.database, some)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const moves = charges.map((charge, index) => {
      const status = STATUSES[(index + round * 3) % STATUSES.length]!;
      const after = { ...charge, status, version: charge.version + 1 };
      return { trigger: 'expire' as const, from: [charge.status], after };
    });
    await fixture.database.transaction((transaction) => moveCharges(transaction, moves, newId()));
  }

  it('is what the charges say, however many writers move them while the counts are folded', async () => {
    const ids = await makeCharges();
    const totals = new Set<bigint>();
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let move = 0; move < MOVES_PER_WRITER; move += 1) {
        await moveSome(ids, writer + move);
        await fixture.database.transaction(foldChargeCounts);
        const [total] = await fixture.database.query<{ total: bigint }>(
          'SELECT sum(count)::bigint AS total FROM published_charge_counts WHERE owner_id = merchant_id',
        );
        totals.add(total!.total);
      }
    });
    await Promise.all(writers);
    expect([...totals]).toEqual([BigInt(CHARGES + 1)]);
    const expected = await fromCharges();
    expect(await fromListings()).toEqual(expected);
    expect(await fromCounts()).toEqual(expected);
  });

  it('has no change left to add up once it is folded', async () => {
    await makeCharges();
    expect(await fixture.database.transaction(foldChargeCounts)).toBeGreaterThan(0);
    expect(await fixture.database.query('SELECT FROM charge_count_changes')).toEqual([]);
    expect(await fromCounts()).toEqual(await fromCharges());
  });

  it('counts a charge once when its command comes twice', async () => {
    const [id] = await makeCharges();
    const charges = await findCharges(fixture.database, [id!]);
    await fixture.database.transaction((transaction) => insertCharges(transaction, charges, []));
    expect(await fromListings()).toEqual(await fromCharges());
    expect(await fromCounts()).toEqual(await fromCharges());
  });
});
