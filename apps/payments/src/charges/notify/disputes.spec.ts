import { newId } from '@centavo/runtime';
import type { ChargeSimulation } from '@centavo/contracts';
import { PaymentsFixture, type PaymentsInstance } from '../../testing/payments-fixture.js';
import { about, aCommand, aKey, dataOf } from '../../testing/requests.js';
import type { ChargeState } from '../charge.domain.js';

let fixture: PaymentsFixture;
let payments: PaymentsInstance;

beforeAll(async () => {
  fixture = await PaymentsFixture.start();
});
beforeEach(async () => {
  payments = await fixture.instance();
});
afterAll(() => fixture.stop());

const simulate = (charge: ChargeState, simulation: ChargeSimulation, request = aCommand()) =>
  payments.simulateCharge.execute({ ...about(charge), simulation, body: null }, request, {});
const headersOf = (charge: ChargeState) =>
  fixture.events.filter(({ key }) => key === charge.id).map(({ type, headers }) => [type, headers?.['trigger']]);

describe('a chargeback', () => {
  it('that is won brings the charge back to where it was', async () => {
    const charge = await fixture.settledCharge(payments);
    expect(dataOf(await simulate(charge, 'chargeback'))).toMatchObject({ status: 'chargeback' });
    expect(dataOf(await simulate(charge, 'chargeback/won'))).toMatchObject({ status: 'captured' });
    await payments.settled();
    expect(headersOf(charge)).toEqual([
      ['charge.pending', undefined],
      ['charge.captured', 'capture_at_once'],
      ['charge.chargeback', 'charge_back'],
      ['charge.captured', 'win_dispute'],
    ]);
  });

  it('of a charge that was refunded in part, when won, leaves it so', async () => {
    const charge = await fixture.settledCharge(payments);
    await payments.refundCharge.execute(
      { ...about(charge), refund_id: newId(), body: { amount: 100 } },
      aCommand(),
      {},
    );
    await simulate(charge, 'chargeback');
    expect(dataOf(await simulate(charge, 'chargeback/won'))).toMatchObject({ status: 'partially_refunded' });
  });

  it('that is won stays so when the acquirer tells of it again; another one is news', async () => {
    const charge = await fixture.settledCharge(payments);
    const tell = async (id: string): Promise<string> => {
      expect(await payments.notifications.receive({ id, kind: 'chargeback', reference: charge.id })).toBe(true);
      return (await fixture.chargeOf(charge.id)).status;
    };
    const id = newId();
    expect(await tell(id)).toBe('chargeback');
    await simulate(charge, 'chargeback/won');
    expect(await tell(id)).toBe('captured');
    expect(await tell(newId())).toBe('chargeback');
  });

  it('that is lost stays one, tells only the ledger, and cannot be won any more', async () => {
    const charge = await fixture.settledCharge(payments);
    await simulate(charge, 'chargeback');
    expect(dataOf(await simulate(charge, 'chargeback/lost'))).toMatchObject({ status: 'chargeback' });
    for (const simulation of ['chargeback/won', 'chargeback/lost', 'chargeback'] as const) {
      expect(await simulate(charge, simulation)).toMatchObject({ error: 'sandbox_action_not_possible' });
    }
    await payments.settled();
    expect(headersOf(charge).at(-1)).toEqual(['charge.dispute_lost', 'lose_dispute']);
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ sequence: 3 });
  });

  it.each(['pay', 'chargeback/won', 'chargeback/lost', 'expire'] as const)(
    'or whatever else does not fit a captured charge is refused: %s',
    async (simulation) => {
      const answer = await simulate(await fixture.settledCharge(payments), simulation);
      expect(answer).toMatchObject({
        error: 'sandbox_action_not_possible',
        message: expect.stringContaining('captured'),
      });
    },
  );

  it('is answered as the first time under one idempotency key', async () => {
    const charge = await fixture.settledCharge(payments);
    const request = aKey();
    const first = await simulate(charge, 'chargeback', request);
    expect(await simulate(charge, 'chargeback', request)).toEqual({ ...first, replayed: true });
  });

  it("of another merchant's charge finds none", async () => {
    const charge = await fixture.settledCharge(payments);
    const foreign = simulate({ ...charge, merchant_id: newId() }, 'chargeback');
    await expect(foreign).rejects.toMatchObject({ code: 'charge_not_found' });
  });
});
