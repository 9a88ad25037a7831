import type { Answer, Charge, EventPayload, PaymentLink } from '@centavo/contracts';
import { aPayLinkBody, eventually, lockWaiters } from '@centavo/testing';
import { PaymentLinkDesk } from '../testing/payment-link-desk.js';
import { PaymentsFixture, type PaymentsInstance } from '../testing/payments-fixture.js';
import { about, aCommand, aKey, whenFree } from '../testing/requests.js';

/** Several at one link, at two instances of payments. */
let fixture: PaymentsFixture;
let one: PaymentsInstance;
let other: PaymentsInstance;
let desk: PaymentLinkDesk;

beforeAll(async () => {
  fixture = await PaymentsFixture.start();
});
beforeEach(async () => {
  one = await fixture.instance();
  other = await fixture.instance();
  desk = new PaymentLinkDesk(fixture, one);
});
afterAll(() => fixture.stop());

const settled = () => Promise.all([one.settled(), other.settled()]);
const made = (answers: readonly Answer<Charge>[]) => answers.flatMap((answer) => (answer.ok ? [answer.data] : []));
const errorsIn = (answers: readonly Answer<Charge>[]) => answers.flatMap((answer) => (answer.ok ? [] : [answer.error]));
const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** The events of a link in the order in which they were first heard: between instances one may be heard twice. */
const toldOf = ({ id }: PaymentLink): EventPayload[] => {
  const payloads = fixture.events.filter(({ key }) => key === id).map(({ value }) => JSON.parse(value) as EventPayload);
  return [...new Map(payloads.map((payload) => [payload.id, payload])).values()];
};
const kindsOf = (link: PaymentLink): string[] => toldOf(link).map(({ event }) => event);

const voidAt = (payments: PaymentsInstance, charge: Pick<Charge, 'id' | 'merchant_id'>) =>
  whenFree(() => payments.voidCharge.execute({ ...about(charge), body: null }, aCommand(), {}));

/** Lets them come to a link one after the other, and go on in that order when all stand in line. */
async function inLineFor<Results extends readonly unknown[]>(
  link: PaymentLink,
  comers: { readonly [Index in keyof Results]: () => Promise<Results[Index]> },
  meanwhile: () => void = () => undefined,
): Promise<{ [Index in keyof Results]: PromiseSettledResult<Results[Index]> }> {
  const results: Promise<unknown>[] = [];
  await fixture.database.transaction(async (transaction) => {
    await transaction.query('SELECT FROM payment_links WHERE id = $1 FOR UPDATE', [link.id]);
    for (const comer of comers) {
      results.push(comer());
      await eventually(async () => (await lockWaiters(fixture.database)) === results.length);
    }
    meanwhile();
  });
  return (await Promise.allSettled(results)) as { [Index in keyof Results]: PromiseSettledResult<Results[Index]> };
}

describe('Payers who come together', () => {
  it('are 50 on 10 uses: 10 make a charge, the others hear that the link is gone', async () => {
    const link = await desk.open({ max_uses: 10 });
    const answers = await Promise.all(
      many(50, (index) => desk.pay(link, aPayLinkBody(), { request: aKey(), on: index % 2 ? one : other })),
    );
    await settled();
    expect(made(answers)).toHaveLength(10);
    expect(new Set(errorsIn(answers))).toEqual(new Set(['payment_link_unavailable']));
    expect(await desk.usesOf(link)).toEqual({ counted: 10, charged: 10 });
    expect(await desk.linkOf(link)).toMatchObject({ status: 'completed', sequence: 2 });
    expect(kindsOf(link)).toEqual(['payment_link.active', 'payment_link.completed']);
  });

  it('for the last use of all: who is first in line gets it', async () => {
    const link = await desk.open({ max_uses: 1 });
    const [first, second] = await inLineFor(link, [
      () => desk.pay(link),
      () => desk.pay(link, aPayLinkBody(), { on: other }),
    ]);
    expect(first).toMatchObject({ value: { ok: true } });
    expect(second).toMatchObject({ value: { ok: false, error: 'payment_link_unavailable' } });
    expect(await desk.usesOf(link)).toEqual({ counted: 1, charged: 1 });
  });

  it('are one payer with one key: one charge and one use, whoever is asked', async () => {
    const link = await desk.open({ max_uses: 5 });
    const request = aKey();
    const asked = await Promise.allSettled(
      many(10, (index) => desk.pay(link, aPayLinkBody('pix'), { request, on: index % 2 ? one : other })),
    );
    const refusals = asked.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(refusals.filter((code) => code !== 'idempotency_in_progress')).toEqual([]);
    const answers = asked.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(new Set(made(answers).map(({ id }) => id)).size).toBe(1);
    expect(await desk.usesOf(link)).toEqual({ counted: 1, charged: 1 });
  });
});

describe('A use that is given back', () => {
  it('with another, at two instances: each counts', async () => {
    const link = await desk.open({ max_uses: 2 });
    const [first, second] = [await desk.paid(link, aPayLinkBody('pix')), await desk.paid(link, aPayLinkBody('pix'))];
    await inLineFor(link, [() => voidAt(one, first), () => voidAt(other, second)]);
    expect(await desk.usesOf(link)).toEqual({ counted: 0, charged: 0 });
    expect(await desk.linkOf(link)).toMatchObject({ status: 'active', sequence: 3 });
  });

  it.each(['before', 'after'])('right %s another payer takes one: each counts', async (when) => {
    const link = await desk.open({ max_uses: 3 });
    const [holder] = [await desk.paid(link, aPayLinkBody('pix')), await desk.paid(link)];
    const comers = [() => voidAt(other, holder), () => desk.pay(link)];
    await inLineFor(link, when === 'before' ? comers : comers.toReversed());
    expect(await desk.usesOf(link)).toEqual({ counted: 2, charged: 2 });
    expect(await desk.linkOf(link)).toMatchObject({ status: 'active' });
  });

  it('while others pay goes to one of them at most, and the counts agree at any end', async () => {
    const link = await desk.open({ max_uses: 1 });
    for (let round = 0; round < 8; round += 1) {
      const holder = await desk.paid(link, aPayLinkBody('pix'));
      const [, ...answers] = await Promise.all([
        voidAt(other, holder),
        ...many(5, (index) => desk.pay(link, aPayLinkBody('pix'), { on: index % 2 ? one : other })),
      ]);
      const winners = made(answers);
      expect(winners.length).toBeLessThanOrEqual(1);
      expect(await desk.usesOf(link)).toEqual({ counted: winners.length, charged: winners.length });
      for (const winner of winners) await voidAt(one, winner);
    }
    await settled();
    const { sequence } = await desk.linkOf(link);
    expect(toldOf(link).map((event) => event.sequence)).toEqual(many(sequence, (index) => index + 1));
  });

  it('by many at once, of several links, at two instances: none waits for ever and each is given back', async () => {
    const links = await Promise.all(many(4, () => desk.open({ max_uses: 6 })));
    const charges = await Promise.all(many(24, (index) => desk.paid(links[index % 4]!, aPayLinkBody('pix'))));
    await Promise.all(charges.map((charge, index) => voidAt(index % 3 ? one : other, charge)));
    await settled();
    for (const link of links) {
      expect(await desk.usesOf(link)).toEqual({ counted: 0, charged: 0 });
      expect(kindsOf(link)).toEqual(['payment_link.active', 'payment_link.completed', 'payment_link.active']);
    }
  });
});

describe('A link that changes while its payer stands in line', () => {
  it('by its time: it expires and is not paid', async () => {
    const link = await desk.open({ expires_at: new Date(one.clock.nowMs() + 60_000).toISOString() });
    const [payment] = await inLineFor(link, [() => desk.pay(link)], () => one.clock.advance(60_000));
    expect(payment).toMatchObject({ value: { error: 'payment_link_unavailable' } });
    await one.links.expiry.expire();
    expect(await desk.linkOf(link)).toMatchObject({ status: 'expired', current_uses: 0, sequence: 2 });
  });

  it('by its merchant, who takes it out of use: whoever was first in line is heard', async () => {
    const link = await desk.open();
    const [, late] = await inLineFor(link, [() => desk.deactivate(link), () => desk.pay(link)]);
    expect(late).toMatchObject({ value: { error: 'payment_link_unavailable' } });
    const another = await desk.open();
    const [early] = await inLineFor(another, [() => desk.pay(another), () => desk.deactivate(another)]);
    expect(early).toMatchObject({ value: { ok: true } });
    expect(await desk.linkOf(another)).toMatchObject({ status: 'inactive', current_uses: 1 });
  });

  it('by its merchant, who takes the method away', async () => {
    const link = await desk.open();
    const [, payment] = await inLineFor(link, [
      () => desk.update(link, { allowed_payment_methods: ['pix'] }),
      () => desk.pay(link),
    ]);
    expect(payment).toMatchObject({ reason: { code: 'validation_error' } });
    expect(await desk.usesOf(link)).toEqual({ counted: 0, charged: 0 });
  });

  it('by its merchant, who limits the uses to those that there are', async () => {
    const link = await desk.open();
    await desk.paid(link);
    const [payment, update] = await inLineFor(link, [() => desk.pay(link), () => desk.update(link, { max_uses: 1 })]);
    expect(payment).toMatchObject({ value: { ok: true } });
    expect(update).toMatchObject({ reason: { code: 'validation_error' } });
    expect(await desk.linkOf(link)).toMatchObject({ max_uses: null, current_uses: 2 });
  });
});

describe('What two instances say of a link', () => {
  it('is heard in its order, though the one that has to speak first is slow', async () => {
    const publish = fixture.bus.publish.bind(fixture.bus);
    const { promise: awake, resolve: wake } = Promise.withResolvers<void>();
    fixture.bus.publish = (messages) => awake.then(() => publish(messages));
    const link = await desk.open({ max_uses: 1 });
    fixture.bus.publish = publish;
    await desk.pay(link, aPayLinkBody('pix'), { on: other });
    await other.settled();
    expect(kindsOf(link)).toEqual(['payment_link.active', 'payment_link.completed']);
    wake();
    await settled();
    expect(kindsOf(link)).toEqual(['payment_link.active', 'payment_link.completed']);
  });
});

describe('Links whose time has come', () => {
  it('are said to have expired once, however many instances look', async () => {
    const expires_at = new Date(one.clock.nowMs() + 60_000).toISOString();
    const links = await Promise.all(many(20, () => desk.open({ expires_at })));
    for (const payments of [one, other]) payments.clock.advance(60_000);
    const counts = await Promise.all([one.links.expiry.expire(), other.links.expiry.expire()]);
    expect(counts[0] + counts[1]).toBeGreaterThanOrEqual(20);
    await settled();
    for (const link of links) {
      expect(await desk.linkOf(link)).toMatchObject({ status: 'expired' });
      expect(kindsOf(link)).toEqual(['payment_link.active', 'payment_link.expired']);
    }
  });

  it('wait for nobody: one that is being paid is left to the next round', async () => {
    const expires_at = new Date(one.clock.nowMs() + 60_000).toISOString();
    const [held, free] = [await desk.open({ expires_at }), await desk.open({ expires_at })];
    one.clock.advance(60_000);
    await fixture.database.transaction(async (transaction) => {
      await transaction.query('SELECT FROM payment_links WHERE id = $1 FOR UPDATE', [held.id]);
      await one.links.expiry.expire();
    });
    expect(await desk.linkOf(free)).toMatchObject({ status: 'expired' });
    expect(await desk.linkOf(held)).toMatchObject({ status: 'active' });
    await one.links.expiry.expire();
    expect(await desk.linkOf(held)).toMatchObject({ status: 'expired' });
  });
});
