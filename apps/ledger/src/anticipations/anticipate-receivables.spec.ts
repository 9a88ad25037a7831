import { presentAnticipation, type AnticipationRecord } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import { AnticipationsFixture, EVERYTHING, spot } from '../testing/anticipations.fixture.js';
import { split } from '../fixtures/captured-charge.js';
import { capturedChargeMessage, refundMessage } from '../fixtures/charge-messages.js';
import { balancesOf, linesOf, statementOf } from '../fixtures/journal-view.js';
import { ledgerService } from '../ledger.service.js';

const NOW = '2026-11-20T15:00:01.000Z';

describe('an anticipation', () => {
  const clock = testClock(NOW);
  let database: TestDatabase;
  let ledger: AnticipationsFixture;
  let merchantId: string;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    ledger = await AnticipationsFixture.start(await database.database('ledger'), clock, silentLogger);
  });
  beforeEach(async () => {
    clock.set(NOW);
    merchantId = await ledger.openMerchant();
  });
  afterEach(() => ledger.checkBooks());
  afterAll(async () => {
    await ledger.stop();
    await database.close();
  });

  const refusal = (answer: Awaited<ReturnType<typeof ledger.create>>) =>
    answer.ok ? answer.data.status : [answer.error, answer.details?.map(({ field, code }) => [field, code])];

  /** The ledger's worked example: 30 % are the submerchant's, the fee and the rest the merchant's. */
  async function workedExample() {
    const submerchantId = await ledger.ledger.openSubmerchant(merchantId);
    const message = capturedChargeMessage({ merchantId, splits: [split(submerchantId, 'percentage', 30)] });
    await ledger.ledger.captures.post([message]);
    const receivables = await ledger.ledger.receivablesOf(message.key);
    const idsOf = (owner: string) => receivables.filter((each) => each.recipient_id === owner).map(({ id }) => id);
    return { message, submerchantId, own: idsOf(merchantId), sellers: idsOf(submerchantId) };
  }

  it('pays the worked example to the centavo, with one line to the statement', async () => {
    const { own } = await workedExample();
    const anticipation = await ledger.created(merchantId, spot(...own));

    expect(anticipation).toEqual({
      id: anticipation.id,
      merchant_id: merchantId,
      status: 'approved',
      anticipation_type: 'spot',
      total_gross_amount: 6652,
      total_fee_amount: 266,
      total_net_amount: 6386,
      monthly_rate_bps: 199,
      metadata: null,
      reviewed_at: null,
      review_notes: null,
      created_at: NOW,
      updated_at: NOW,
    });
    const sql = ledger.ledger.database;
    expect(await linesOf(sql, anticipation.id)).toEqual([
      ['pending', merchantId, -2218n, 1],
      ['anticipation_income', null, 46n, 1],
      ['pending', merchantId, -2217n, 2],
      ['anticipation_income', null, 88n, 2],
      ['pending', merchantId, -2217n, 3],
      ['anticipation_income', null, 132n, 3],
      ['available', merchantId, 6386n, null],
    ]);
    expect(await statementOf(sql, anticipation.id)).toEqual([
      {
        amount: 6386n,
        reference_type: 'anticipation',
        reference_id: anticipation.id,
        description: 'Anticipation of receivables',
      },
    ]);
    expect(await balancesOf(sql, merchantId)).toEqual([0n, 6386n, 0n]);
  });

  it('pays each recipient its own part', async () => {
    const { submerchantId, own, sellers } = await workedExample();
    const { id } = await ledger.created(merchantId, spot(own[0]!, sellers[0]!, sellers[2]!));
    const sql = ledger.ledger.database;
    // 1000 for 31 days cost 21, for 90 days 60.
    expect(await balancesOf(sql, submerchantId)).toEqual([1000n, 1919n, 0n]);
    expect(await balancesOf(sql, merchantId)).toEqual([4434n, 2172n, 0n]);
    expect(new Set((await statementOf(sql, id)).map(({ amount }) => amount))).toEqual(new Set([1919n, 2172n]));
  });

  it('says on each receivable that it was paid, by what and when, and when it was due', async () => {
    const { message, own } = await workedExample();
    const { id } = await ledger.created(merchantId, spot(own[1]!));
    const paid = (await ledger.ledger.receivablesOf(message.key)).find((each) => each.id === own[1]);
    expect(paid).toMatchObject({
      status: 'anticipated',
      anticipation_id: id,
      net_amount: 2217n,
      settlement_date: new Date('2026-11-20T03:00:00.000Z'),
      original_settlement_date: new Date('2027-01-19T03:00:00.000Z'),
    });
  });

  it('tells that it was requested and approved, and each receivable that it was anticipated', async () => {
    const { own } = await workedExample();
    const anticipation = await ledger.created(merchantId, { ...spot(...own), metadata: { order: 7 } });
    const told = await ledger.toldOf(anticipation.id);
    expect(told.map(({ event, sequence }) => [event, sequence])).toEqual([
      ['anticipation.pending', 1],
      ['anticipation.approved', 2],
    ]);
    expect(told[1]!.data).toEqual(anticipation);
    expect(told[1]!.data.metadata).toEqual({ order: 7 });
    const receivables = ledger.ledger.events.filter(({ type }) => type === 'receivable.anticipated');
    const resources = receivables.map(({ headers }) => headers.resourceId);
    expect(resources).toEqual(expect.arrayContaining(own));
  });

  it('takes what is left after a refund', async () => {
    const message = capturedChargeMessage({ merchantId, amount: 10_000, installments: 1, feeBps: '0' });
    await ledger.ledger.captures.post([message]);
    const [receivable] = await ledger.ledger.receivablesOf(message.key);
    await ledger.ledger.movements.take([refundMessage(message, '4000')]);
    expect(await ledger.created(merchantId, spot(receivable!.id))).toMatchObject({
      total_gross_amount: 6000,
      // 6000 · 199 · 31 / 300000 is 123.38.
      total_fee_amount: 123,
      total_net_amount: 5877,
    });
  });

  describe('of everything', () => {
    it('takes what is pending and due after today, its own and its submerchants’', async () => {
      const { own, sellers } = await workedExample();
      const pix = await ledger.capture({ merchantId, paymentMethod: 'pix', installments: 1 });
      await ledger.capture({ merchantId: await ledger.openMerchant() });
      await ledger.created(merchantId, spot(own[0]!));

      const { id, total_gross_amount } = await ledger.created(merchantId, EVERYTHING);
      expect(total_gross_amount).toBe(2217 + 2217 + 3000);
      expect(await ledger.statusesOf([...own, ...sellers, ...pix])).toEqual([
        ...Array.from({ length: 6 }, () => 'anticipated'),
        'settled',
      ]);
      const rows = await ledger.ledger.database.query<{ id: string }>(
        'SELECT id FROM published_anticipation_receivables WHERE anticipation_id = $1',
        [id],
      );
      expect(rows.map((row) => row.id).toSorted()).toEqual([...own.slice(1), ...sellers].toSorted());
    });

    it('takes only those that it names, where it names some', async () => {
      const { own } = await workedExample();
      await ledger.created(merchantId, { ...EVERYTHING, receivable_ids: [own[2]!.toUpperCase()] });
      expect(await ledger.statusesOf(own)).toEqual(['pending', 'pending', 'anticipated']);
    });

    it('is refused where there is nothing', async () => {
      expect(refusal(await ledger.create(merchantId, EVERYTHING))).toEqual(['receivable_not_eligible', undefined]);
    });
  });

  it.each([
    ['spot', undefined],
    ['spot', null],
    ['spot', []],
    ['automatic', []],
  ] as const)('%s with the receivables %j names none', async (anticipation_type, ids) => {
    const receivable_ids = ids && [...ids];
    expect(refusal(await ledger.create(merchantId, { anticipation_type, receivable_ids }))).toEqual([
      'receivable_ids_required',
      [['receivable_ids', 'receivable_ids_required']],
    ]);
  });

  it('says of every receivable what is wrong with it, and takes none then', async () => {
    const { own } = await workedExample();
    const [theirs] = await ledger.capture({ merchantId: await ledger.openMerchant() });
    const [pix] = await ledger.capture({ merchantId, paymentMethod: 'pix', installments: 1 });
    await ledger.created(merchantId, spot(own[0]!));
    const answer = await ledger.create(merchantId, spot(own[1]!, newId(), theirs!, pix!, own[0]!));
    expect(refusal(answer)).toEqual([
      'receivable_not_found',
      [
        ['receivable_ids.1', 'receivable_not_found'],
        ['receivable_ids.2', 'receivable_not_found'],
        ['receivable_ids.3', 'receivable_not_eligible'],
        ['receivable_ids.4', 'receivable_already_anticipated'],
      ],
    ]);
    expect(await ledger.statusesOf([own[1]!])).toEqual(['pending']);
  });

  it('is refused for what is due today', async () => {
    const { own } = await workedExample();
    clock.set('2026-12-21T03:00:00.000Z');
    expect(refusal(await ledger.create(merchantId, spot(own[0]!)))).toEqual([
      'receivable_not_eligible',
      [['receivable_ids.0', 'receivable_not_eligible']],
    ]);
    expect((await ledger.created(merchantId, EVERYTHING)).total_gross_amount).toBe(2217 * 2 + 2000);
  });

  it('is refused for what is in another one that waits for its review', async () => {
    const { own } = await workedExample();
    await ledger.setTerms(merchantId, { review: 'manual' }, 2);
    await ledger.created(merchantId, spot(own[0]!));
    expect(refusal(await ledger.create(merchantId, spot(own[0]!, own[1]!)))).toEqual([
      'receivable_already_anticipated',
      [['receivable_ids.0', 'receivable_already_anticipated']],
    ]);
  });

  describe('that is simulated', () => {
    it('is what a request would be, and nothing happens', async () => {
      const { own } = await workedExample();
      const simulated = await ledger.simulate(merchantId, spot(own[2]!, own[0]!));
      expect(simulated).toMatchObject({
        ok: true,
        status: 200,
        data: {
          total_gross_amount: 4435,
          total_fee_amount: 178,
          total_net_amount: 4257,
          monthly_rate_bps: 199,
          receivables: [
            { id: own[2], net_amount: 2217, fee_amount: 132, days: 90 },
            { id: own[0], net_amount: 2218, fee_amount: 46, days: 31 },
          ],
        },
      });
      expect(await ledger.statusesOf(own)).toEqual(['pending', 'pending', 'pending']);
      expect(
        await ledger.ledger.database.query('SELECT FROM anticipations WHERE merchant_id = $1', [merchantId]),
      ).toEqual([]);
      const { total_net_amount } = await ledger.created(merchantId, spot(own[2]!, own[0]!));
      expect(total_net_amount).toBe(4257);
    });

    it('refuses what a request refuses', async () => {
      expect(await ledger.simulate(merchantId, spot(newId()))).toMatchObject({ error: 'receivable_not_found' });
    });

    it('comes to nothing where there is nothing', async () => {
      expect(await ledger.simulate(merchantId, EVERYTHING)).toMatchObject({
        data: { total_net_amount: 0, receivables: [] },
      });
    });
  });

  it('is published as it is answered', async () => {
    const { own } = await workedExample();
    const anticipation = await ledger.created(merchantId, { ...spot(...own), metadata: { order: 'A-1' } });
    const [row] = await ledger.ledger.database.query<AnticipationRecord>(
      'SELECT * FROM published_anticipations WHERE id = $1',
      [anticipation.id],
    );
    expect(presentAnticipation(row!)).toEqual(anticipation);
  });
});
