import { DEFAULT_FEES } from '@centavo/contracts';
import { classifyPgError } from '@centavo/persistence';
import { aChargeBody, aPayLinkBody, eventually, lockWaiters } from '@centavo/testing';
import { newId } from '@centavo/runtime';
import { PaymentLinkDesk } from '../testing/payment-link-desk.js';
import { PaymentsFixture, type PaymentsInstance } from '../testing/payments-fixture.js';
import { about, aCommand } from '../testing/requests.js';

/** Somebody holds a link and does not let go of it. */
let fixture: PaymentsFixture;
let payments: PaymentsInstance;
let desk: PaymentLinkDesk;

beforeAll(async () => {
  fixture = await PaymentsFixture.start();
});
beforeEach(async () => {
  payments = await fixture.instance();
  desk = new PaymentLinkDesk(fixture, payments);
});
afterAll(() => fixture.stop());

const whileHeld = (link: { id: string }, work: () => Promise<unknown>) =>
  fixture.database.transaction(async (transaction) => {
    await transaction.query('SELECT FROM payment_links WHERE id = $1 FOR UPDATE', [link.id]);
    await work();
  });

/** What work that has to give up is told, as its caller takes it. */
const giveUpOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => classifyPgError(error),
  );

const anyCharge = () =>
  payments.createCharge.execute(
    { merchant_id: newId(), charge_id: newId(), fees: DEFAULT_FEES, idempotency: null, body: aChargeBody() },
    {},
  );
const oneWaits = () => eventually(async () => expect(await lockWaiters(fixture.database)).toBe(1));

describe('A link that is held', () => {
  it('stops a payer for a moment; his command, delivered again, makes one charge', async () => {
    const link = await desk.open();
    const request = aCommand();
    await whileHeld(link, async () =>
      expect(await giveUpOf(desk.pay(link, aPayLinkBody(), { request }))).toBe('timeout'),
    );
    expect(await desk.usesOf(link)).toEqual({ counted: 0, charged: 0 });
    expect(await desk.pay(link, aPayLinkBody(), { request })).toMatchObject({ ok: true });
    expect(await desk.usesOf(link)).toEqual({ counted: 1, charged: 1 });
  });

  it('takes few of the connections, however many stand in line for it', async () => {
    const link = await desk.open();
    let payers: Promise<unknown>[] = [];
    await whileHeld(link, async () => {
      payers = Array.from({ length: 40 }, () => giveUpOf(desk.pay(link)));
      await eventually(async () => expect(await lockWaiters(fixture.database)).toBeGreaterThan(1));
      expect(await anyCharge()).toMatchObject({ ok: true });
      expect(await lockWaiters(fixture.database)).toBe(2);
    });
    const charged = (await Promise.all(payers)).filter((outcome) => outcome === 'done').length;
    expect(charged).toBeGreaterThanOrEqual(38);
    expect(await desk.usesOf(link)).toEqual({ counted: charged, charged });
  });

  it('keeps a use from being given back until it is free, and no charge of others from being made', async () => {
    const link = await desk.open({ max_uses: 1 });
    const pix = await desk.paid(link, aPayLinkBody('pix'));
    await whileHeld(link, async () => {
      const command = { ...about(pix), body: null };
      const voided = giveUpOf(payments.voidCharge.execute(command, aCommand(), {}));
      await oneWaits();
      expect(await anyCharge()).toMatchObject({ ok: true });
      expect(await lockWaiters(fixture.database)).toBe(1);
      expect(await voided).toBe('timeout');
    });
    expect(await fixture.chargeOf(pix.id)).toMatchObject({ status: 'pending' });
    await fixture.endLease(pix.id);
    await payments.recoverCharges.recover();
    expect(await fixture.chargeOf(pix.id)).toMatchObject({ status: 'voided' });
    expect(await desk.usesOf(link)).toEqual({ counted: 0, charged: 0 });
  });

  it('keeps a declined card pending until it is free', async () => {
    const link = await desk.open({ max_uses: 1 });
    const declined = aPayLinkBody('credit_card', { payment_details: { token: 'tok_insufficient_funds' } });
    const hold = payments.queue.add.bind(payments.queue);
    const waiting: Parameters<typeof hold>[0][] = [];
    payments.queue.add = (due) => void waiting.push(due);
    const charge = await desk.paid(link, declined);
    payments.queue.add = hold;
    await whileHeld(link, async () => {
      for (const due of waiting) hold(due);
      await payments.settled();
    });
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ status: 'pending' });
    await fixture.endLease(charge.id);
    await payments.recoverCharges.recover();
    await payments.settled();
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ status: 'failed' });
    expect(await desk.usesOf(link)).toEqual({ counted: 0, charged: 0 });
  });
});
