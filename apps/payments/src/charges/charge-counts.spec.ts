import { CHARGE_STATUSES } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { PaymentsFixture, type PaymentsInstance } from '../testing/payments-fixture.js';
import { foldChargeCounts } from './charge-counts.sql.js';
import type { ChargeState } from './charge.domain.js';
import { findCharges, insertCharges, moveCharges } from './charges.sql.js';

const CHARGES = 40;
const WRITERS = 4;
const MOVES_PER_WRITER = 25;
const DAY_MS = 86_400_000;
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

  const fromChargesByDay = () =>
    fixture.database.query(`
      SELECT owner.id AS owner_id, merchant_id, payment_method, status, charge_day(created_at) AS day, count(*)
      FROM charges CROSS JOIN unnest(ARRAY[merchant_id, submerchant_id]) AS owner (id)
      WHERE owner.id IS NOT NULL GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`);
  const fromDays = () =>
    fixture.database.query(`
      SELECT owner_id, merchant_id, payment_method, status, day, sum(count)::bigint AS count
      FROM published_charge_day_counts GROUP BY 1, 2, 3, 4, 5 HAVING sum(count) <> 0 ORDER BY 1, 2, 3, 4, 5`);

  /** Copies of a settled charge, a day apart by fives, half of them a submerchant's. */
  async function makeCharges(): Promise<string[]> {
    const original = await fixture.settledCharge(payments);
    const submerchantId = newId();
    const copies = Array.from({ length: CHARGES }, (_, index): ChargeState => ({
      ...original,
      id: newId(),
      submerchant_id: index % 2 ? submerchantId : null,
      created_at: new Date(original.created_at.getTime() - Math.floor(index / 5) * DAY_MS),
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
    expect(await fromDays()).toEqual(await fromChargesByDay());
  });

  it('has no change left to add up once it is folded', async () => {
    await makeCharges();
    expect(await fixture.database.transaction(foldChargeCounts)).toBeGreaterThan(0);
    expect(await fixture.database.query('SELECT FROM charge_count_changes')).toEqual([]);
    expect(await fromCounts()).toEqual(await fromCharges());
    expect(await fromDays()).toEqual(await fromChargesByDay());
  });

  it('counts a charge for the day it was made on, whenever it changes', async () => {
    const [id] = await makeCharges();
    const [charge] = await findCharges(fixture.database, [id!]);
    const made = (await fromChargesByDay()).length;
    await fixture.database.transaction(foldChargeCounts);
    const after = { ...charge!, status: 'chargeback' as const, version: charge!.version + 1, updated_at: new Date() };
    const move = { trigger: 'expire' as const, from: [charge!.status], after };
    await fixture.database.transaction((transaction) => moveCharges(transaction, [move], newId()));
    const byDay = await fromDays();
    expect(byDay).toEqual(await fromChargesByDay());
    expect(byDay).toHaveLength(made + 1);
    await fixture.database.transaction(foldChargeCounts);
    expect(await fromDays()).toEqual(byDay);
  });

  it.each([
    ['2026-03-10T02:59:59.999Z', '2026-03-09'],
    ['2026-03-10T03:00:00.000Z', '2026-03-10'],
    ['2018-12-10T02:30:00.000Z', '2018-12-09'],
  ])('counts a charge of %s for %s', async (createdAt, day) => {
    const [found] = await fixture.database.query<{ day: string }>(`SELECT charge_day($1::timestamptz)::text AS day`, [
      createdAt,
    ]);
    expect(found).toEqual({ day });
  });

  it('counts a charge once when its command comes twice', async () => {
    const [id] = await makeCharges();
    const charges = await findCharges(fixture.database, [id!]);
    await fixture.database.transaction((transaction) => insertCharges(transaction, charges, []));
    expect(await fromListings()).toEqual(await fromCharges());
    expect(await fromCounts()).toEqual(await fromCharges());
  });
});
