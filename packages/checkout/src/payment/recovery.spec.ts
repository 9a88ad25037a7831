import type { Answer } from '../api/checkout-api.js';
import { aForm } from '../testing/a-form.js';
import { FakeLink, LOST, refused } from '../testing/fake-link.js';
import { MemoryStorage } from '../testing/memory-storage.js';
import { openTab } from '../testing/open-tab.js';

describe('A payment that may have arrived', () => {
  let link: FakeLink;
  beforeEach(() => (link = new FakeLink()));
  // Tabs that wait for a charge read it again and again.
  afterEach(() => link.expireAll());

  describe.each([
    ['too many tries', refused(429, 'rate_limit_exceeded', { retryAfterMs: 30_000 })],
    ['a link that has ended', refused(410, 'payment_link_unavailable')],
    ['a key whose request is not known again', refused(409, 'idempotency_key_reused')],
    ['a conflict', refused(409, 'conflict')],
  ])('what may have arrived, answered with %s when it is sent again', (_what, refusal) => {
    it.each(['after a reload', 'by hand'])('%s, is kept: no second charge', async (how) => {
      const storage = new MemoryStorage();
      const before = openTab(link, { storage });
      link.answersToPay.push(LOST, LOST, LOST, LOST, LOST);
      await before.payment.pay(aForm({ method: 'credit_card' }));
      const { payment, store, at } = how === 'by hand' ? before : openTab(link, { storage });
      link.answersToPay.push(refusal);
      await (how === 'by hand' ? payment.retry() : payment.resume());
      expect(payment.stage.name).toBe('unsure');
      expect(store.read()).toEqual(link.attempts[0]);
      await payment.retry();
      await at('waiting');
      expect(link.charges).toHaveLength(1);
    });
  });

  it('waits as long as the server asks for, also when the page is seen again meanwhile, but not for what another tab knows', async () => {
    const storage = new MemoryStorage();
    const { payment, store, at } = openTab(link, { storage });
    link.answersToPay.push(LOST, refused(429, 'rate_limit_exceeded', { retryAfterMs: 30_000 }));
    const startedAtMs = Date.now();
    await payment.pay(aForm());
    const { untilMs } = await at('unsure');
    expect(untilMs).toBeGreaterThanOrEqual(startedAtMs + 30_000);
    await payment.resume();
    expect(link.attempts).toHaveLength(2);
    store.write({ ...store.read()!, chargeId: link.charges[0]!.id, body: null });
    await payment.resume();
    await at('waiting');
    expect(link.attempts).toHaveLength(2);
  });

  it.each([
    ['a request that was wrong from the beginning', refused(422, 'validation_error'), 'form'],
    ['a link that was never there', refused(404, 'payment_link_not_found'), 'unavailable'],
    ['a refusal that the server has kept', refused(422, 'amount_below_fee', { isKept: true }), 'form'],
  ])('ends what is sent again with %s', async (_what, refusal, stage) => {
    const { payment, store } = openTab(link);
    link.answersToPay.push(LOST, LOST, LOST, LOST, LOST, refusal);
    await payment.pay(aForm());
    await payment.retry();
    expect(payment.stage.name).toBe(stage);
    expect(store.read()).toBeNull();
  });

  it('makes one charge of two tabs, also when the second one has waited long enough for the first', async () => {
    const storage = new MemoryStorage();
    const token = Promise.withResolvers<string>();
    const slow = openTab(link, { storage, tokenizeCard: () => token.promise, patienceMs: 1 });
    const fast = openTab(link, { storage, patienceMs: 1 });
    const paying = slow.payment.pay(aForm({ method: 'credit_card' }));
    await fast.payment.pay(aForm({ method: 'credit_card' }));
    token.resolve('tok_slow');
    await paying;
    expect(link.charges).toHaveLength(1);
    expect((await slow.at('waiting')).charge).toEqual((await fast.at('waiting')).charge);
  });

  it('leaves the attempt of another tab alone when its own is refused, and shows what became of it', async () => {
    const { payment, store, at } = openTab(link);
    const answer = Promise.withResolvers<Answer>();
    link.answersToPay.push(answer.promise);
    const paying = payment.pay(aForm());
    while (link.attempts.length === 0) await new Promise((resolve) => setTimeout(resolve));
    store.write({ ...link.attempts[0]!, key: 'other' });
    answer.resolve(refused(422, 'amount_below_fee'));
    await paying;
    await at('waiting');
    expect(store.read()).toMatchObject({ key: 'other', chargeId: 'charge-1' });
  });
});
