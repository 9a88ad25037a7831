import { ApiError } from '@centavo/tokenizer';
import type { Answer } from '../api/checkout-api.js';
import { aForm } from '../testing/a-form.js';
import { FakeLink, LOST, refused } from '../testing/fake-link.js';
import { MemoryStorage, RefusingStorage } from '../testing/memory-storage.js';
import { openTab } from '../testing/open-tab.js';

describe('Payment', () => {
  let link: FakeLink;
  beforeEach(() => (link = new FakeLink()));
  // Tabs that wait for a charge read it again and again.
  afterEach(() => link.expireAll());

  it('sends what the form says, and keeps of it only which charge it made', async () => {
    const { payment, store, at } = openTab(link);
    await payment.pay(aForm({ method: 'credit_card', installments: 3 }));
    await at('waiting');
    expect(link.attempts[0]!.body).toEqual({
      payment_method: 'credit_card',
      payment_details: { token: 'tok_card', installments: 3 },
      customer: {
        name: 'Maria Silva',
        email: 'maria@example.com',
        tax_id: '12345678909',
        phone: '+5511987654321',
        type: 'individual',
      },
    });
    expect(store.read()).toMatchObject({ chargeId: 'charge-1', body: null });
    link.change({ status: 'failed' });
    await at('ended');
  });

  it('writes the attempt down before it is sent', async () => {
    const { payment, store, at } = openTab(link);
    const answer = Promise.withResolvers<Answer>();
    link.answersToPay.push(answer.promise);
    const paying = payment.pay(aForm());
    await at('sending');
    while (link.attempts.length === 0) await Promise.resolve();
    expect(store.read()).toEqual(link.attempts[0]);
    answer.resolve(refused(422, 'amount_below_fee'));
    await paying;
    expect(store.read()).toBeNull();
  });

  it('makes one charge of two clicks', async () => {
    const { payment, at } = openTab(link);
    await Promise.all([payment.pay(aForm()), payment.pay(aForm())]);
    await at('waiting');
    expect(link.attempts).toHaveLength(1);
    link.change({ status: 'captured' });
    await at('paid');
  });

  it('makes one charge of two clicks, also when it ends before the second one is looked at', async () => {
    const { payment } = openTab(link);
    link.onCharge = (charge) => ({ ...charge, status: 'failed' });
    await Promise.all([payment.pay(aForm()), payment.pay(aForm())]);
    expect(link.attempts).toHaveLength(1);
  });

  it('makes one charge of two tabs that pay at once, and both show it', async () => {
    const storage = new MemoryStorage();
    const [one, other] = [openTab(link, { storage }), openTab(link, { storage })];
    await Promise.all([one.payment.pay(aForm()), other.payment.pay(aForm())]);
    link.change({ status: 'captured' });
    expect((await one.at('paid')).charge).toEqual((await other.at('paid')).charge);
    expect(link.charges).toHaveLength(1);
  });

  it('sends a lost request again with the same key', async () => {
    const { payment, at } = openTab(link);
    link.answersToPay.push(LOST, LOST);
    await payment.pay(aForm());
    await at('waiting');
    expect(new Set(link.attempts.map(({ key }) => key)).size).toBe(1);
    expect(link.attempts).toHaveLength(3);
    expect(link.charges).toHaveLength(1);
    link.change({ status: 'captured' });
    await at('paid');
  });

  it('asks the payer when no answer comes, and goes on with the same key', async () => {
    const { payment, at } = openTab(link);
    link.answersToPay.push(LOST, LOST, LOST, LOST, LOST);
    await payment.pay(aForm());
    expect(payment.stage.name).toBe('unsure');
    await payment.retry();
    link.change({ status: 'captured' });
    await at('paid');
    expect(link.charges).toHaveLength(1);
  });

  it('finds after a reload what was sent without an answer', async () => {
    const storage = new MemoryStorage();
    const before = openTab(link, { storage });
    link.answersToPay.push(LOST, LOST, LOST, LOST, LOST);
    await before.payment.pay(aForm());
    const after = openTab(link, { storage });
    link.change({ status: 'captured' });
    await after.payment.resume();
    await after.at('paid');
    expect(link.charges).toHaveLength(1);
  });

  it('asks before it sends again what was sent long ago', async () => {
    const storage = new MemoryStorage();
    const before = openTab(link, { storage });
    link.answersToPay.push(LOST, LOST, LOST, LOST, LOST);
    await before.payment.pay(aForm());
    const attempt = before.store.read()!;
    before.store.write({ ...attempt, startedAtMs: attempt.startedAtMs - 60 * 60 * 1000 });
    const after = openTab(link, { storage });
    const { length } = link.attempts;
    await after.payment.resume();
    expect(after.payment.stage).toEqual({ name: 'unsure', untilMs: null });
    expect(link.attempts).toHaveLength(length);
  });

  it('shows what was paid when the page is opened again, without leaving for the shop by itself', async () => {
    const storage = new MemoryStorage();
    const before = openTab(link, { storage });
    link.onCharge = (charge) => ({ ...charge, status: 'captured' });
    await before.payment.pay(aForm());
    expect(before.payment.stage).toMatchObject({ name: 'paid', isFresh: true });
    const after = openTab(link, { storage, isUsable: false });
    await after.payment.resume();
    expect(after.payment.stage).toMatchObject({ name: 'paid', isFresh: false });
  });

  it('has the form again after a payment that has ended badly', async () => {
    const { payment, store } = openTab(link);
    link.onCharge = (charge) => ({ ...charge, status: 'failed', failure_code: 'insufficient_funds' });
    await payment.pay(aForm({ method: 'debit_card' }));
    expect(payment.stage.name).toBe('ended');
    expect(store.read()).toBeNull();
    payment.startOver();
    expect(payment.stage).toEqual({ name: 'form', notice: null, problems: {} });
  });

  it('asks the server for the page when the link could not be used any more', async () => {
    const storage = new MemoryStorage();
    await openTab(link, { storage }).payment.pay(aForm());
    const { payment, at, reloads } = openTab(link, { storage, isUsable: false });
    await payment.resume();
    link.change({ status: 'expired' });
    await at('ended');
    payment.startOver();
    expect(reloads()).toBe(1);
  });

  it('pays an expired Pix anew with another key', async () => {
    const { payment, at } = openTab(link);
    await payment.pay(aForm());
    link.change({ status: 'expired' });
    await at('ended');
    await payment.pay(aForm());
    await at('waiting');
    expect(new Set(link.attempts.map(({ key }) => key)).size).toBe(2);
    link.change({ status: 'captured' });
    await at('paid');
  });

  it('ends an open code before the payer chooses another way', async () => {
    const { payment, store } = openTab(link);
    await payment.pay(aForm());
    await payment.leave();
    expect(payment.stage.name).toBe('form');
    expect(link.charges[0]!.status).toBe('voided');
    expect(store.read()).toBeNull();
  });

  it('stays with a code that was paid while the payer wanted to leave it', async () => {
    const { payment, at } = openTab(link);
    await payment.pay(aForm());
    link.change({ status: 'captured' });
    await payment.leave();
    await at('paid');
  });

  it('forgets an open code for somebody else at this computer, and does not void it', async () => {
    const { payment, store, at } = openTab(link);
    await payment.pay(aForm());
    await at('waiting');
    payment.disown();
    expect(payment.stage.name).toBe('form');
    expect(store.read()).toBeNull();
    expect(link.charges[0]!.status).toBe('pending');
    const { reads } = link;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(link.reads - reads).toBeLessThanOrEqual(1);
    expect(payment.stage.name).toBe('form');
  });

  it('forgets a receipt for somebody else at this computer', async () => {
    const { payment, store } = openTab(link);
    link.onCharge = (charge) => ({ ...charge, status: 'captured' });
    await payment.pay(aForm());
    payment.disown();
    expect(payment.stage.name).toBe('form');
    expect(store.read()).toBeNull();
  });

  it('says that a code could not be ended, and keeps it', async () => {
    const { payment, store, at } = openTab(link);
    link.answersToVoid.push(LOST);
    await payment.pay(aForm());
    await payment.leave();
    expect(payment.stage).toMatchObject({ name: 'waiting', leaving: 'failed' });
    expect(store.read()).not.toBeNull();
    link.change({ status: 'captured' });
    await at('paid');
  });

  it('follows to what another tab has begun instead', async () => {
    const storage = new MemoryStorage();
    const [one, other] = [openTab(link, { storage }), openTab(link, { storage })];
    await one.payment.pay(aForm());
    await other.payment.resume();
    await one.payment.leave();
    link.onCharge = (charge) => ({ ...charge, status: 'captured' });
    await one.payment.pay(aForm({ method: 'credit_card' }));
    await other.at('ended');
    await other.payment.resume();
    expect((await other.at('paid')).charge.payment_method).toBe('credit_card');
  });

  it('says that it has no connection while it waits, and when it is back', async () => {
    const { payment, at } = openTab(link);
    const seen: boolean[] = [];
    payment.subscribe(() => payment.stage.name === 'waiting' && seen.push(payment.stage.isOffline));
    link.answersToCharge.push(LOST, LOST, LOST);
    await payment.pay(aForm());
    while (link.reads < 4) await at('waiting').then(() => new Promise((resolve) => setTimeout(resolve)));
    link.change({ status: 'captured' });
    await at('paid');
    expect(seen.slice(0, 3)).toEqual([false, true, false]);
  });

  it('is unavailable when the link is', async () => {
    const { payment, store } = openTab(link);
    link.answersToPay.push(refused(410, 'payment_link_unavailable'));
    await payment.pay(aForm());
    expect(payment.stage).toEqual({ name: 'unavailable' });
    expect(store.read()).toBeNull();
  });

  it('charges nothing when the card cannot be turned into a token', async () => {
    const expired = new ApiError(422, 'card_expired', null, { message: 'expired' });
    const { payment, store } = openTab(link, { tokenizeCard: () => Promise.reject(expired) });
    await payment.pay(aForm({ method: 'credit_card' }));
    expect(payment.stage).toMatchObject({ name: 'form', problems: { expiry: 'expired' } });
    expect(link.attempts).toEqual([]);
    expect(store.read()).toBeNull();
  });

  it('forgets a charge that the server does not know', async () => {
    const storage = new MemoryStorage();
    await openTab(link, { storage }).payment.pay(aForm());
    const { payment, store } = openTab(new FakeLink(), { storage });
    await payment.resume();
    expect(payment.stage.name).toBe('form');
    expect(store.read()).toBeNull();
  });

  it('pays where the browser keeps nothing', async () => {
    const { payment, at } = openTab(link, { storage: new RefusingStorage() });
    await payment.pay(aForm());
    link.change({ status: 'captured' });
    await at('paid');
    expect(link.charges).toHaveLength(1);
  });
});
