import { PAYMENT_LINK_TRANSITIONS, PAYMENT_METHODS, type PaymentLinkTransition } from '@centavo/contracts';
import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { changed, deactivated, statusOf, withoutUses, withUse, type PaymentLinkState } from './payment-link.domain.js';

const START = new Date('2026-12-21T12:00:00Z');
const HOUR_MS = 3_600_000;
const hours = (count: number): Date => new Date(START.getTime() + count * HOUR_MS);

const A_LINK: PaymentLinkState = {
  id: '01900000-0000-7000-8000-000000000001',
  merchant_id: '01900000-0000-7000-8000-000000000002',
  submerchant_id: null,
  title: 'Camiseta azul',
  description: null,
  amount: 10_000n,
  currency: 'BRL',
  product_type: 'physical',
  allowed_payment_methods: PAYMENT_METHODS,
  max_installments: 12,
  expires_at: null,
  max_uses: null,
  current_uses: 0,
  status: 'active',
  sequence: 1,
  outbox_id: '01900000-0000-7000-8000-000000000003',
  redirect_url: null,
  cover_image_url: null,
  metadata: null,
  created_by: '01900000-0000-7000-8000-000000000004',
  created_at: START,
  updated_at: START,
};

describe('The status of a payment link', () => {
  it.each([
    ['active without any limit', {}, 'active'],
    ['active while there is room', { max_uses: 2, current_uses: 1 }, 'active'],
    ['completed when all uses are taken', { max_uses: 2, current_uses: 2 }, 'completed'],
    ['active until its time', { expires_at: hours(1) }, 'active'],
    ['expired from its very moment', { expires_at: START }, 'expired'],
    ['completed also when its time has passed', { max_uses: 1, current_uses: 1, expires_at: START }, 'completed'],
    ['inactive for good', { status: 'inactive', max_uses: 2, expires_at: hours(1) }, 'inactive'],
    [
      'active again when it was completed and has room',
      { status: 'completed', max_uses: 2, current_uses: 1 },
      'active',
    ],
    ['active again when it had expired and has time', { status: 'expired', expires_at: hours(1) }, 'active'],
  ] as const)('is %s', (_, fields, status) => {
    expect(statusOf({ ...A_LINK, ...fields }, START)).toBe(status);
  });

  it('comes with the next sequence when it changes, and with the same one when it does not', () => {
    const once = { ...A_LINK, max_uses: 2 };
    const used = withUse(once, hours(1));
    expect(used).toMatchObject({ current_uses: 1, status: 'active', sequence: 1, updated_at: hours(1) });
    expect(withUse(used, hours(2))).toMatchObject({ current_uses: 2, status: 'completed', sequence: 2 });
  });
});

/** What can happen to a link, as it comes to one that nobody treats with care. */
type Step = (link: PaymentLinkState, now: Date) => PaymentLinkState;

/** As whoever carries it out sees to it first, under the link's lock. */
const pay: Step = (link, now) => (statusOf(link, now) === 'active' ? withUse(link, now) : link);
const giveBack =
  (uses: number): Step =>
  (link, now) =>
    withoutUses(link, Math.min(uses, link.current_uses), now);
const tick: Step = (link, now) => (link.status === 'active' ? changed(link, {}, now) : link);
const limitUses =
  (max_uses: number | null): Step =>
  (link, now) =>
    max_uses !== null && max_uses < link.current_uses ? link : changed(link, { max_uses }, now);
const closeOff: Step = (link, now) => changed(link, { max_uses: Math.max(link.current_uses, 1) }, now);
const limitTime =
  (aheadHours: number | null): Step =>
  (link, now) =>
    changed(link, { expires_at: (aheadHours && new Date(now.getTime() + aheadHours * HOUR_MS)) || null }, now);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(pay) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 3 }).map(giveBack) },
  { weight: 3, arbitrary: fc.constant(tick) },
  { weight: 2, arbitrary: fc.option(fc.integer({ min: 1, max: 4 })).map(limitUses) },
  { weight: 2, arbitrary: fc.constant(closeOff) },
  { weight: 2, arbitrary: fc.option(fc.integer({ min: 1, max: 4 })).map(limitTime) },
  { weight: 1, arbitrary: fc.constant<Step>(deactivated) },
);

const MACHINE: readonly PaymentLinkTransition[] = Object.values(PAYMENT_LINK_TRANSITIONS);

/** Runs a life. @param see is shown each step: the link before and after it, and when it was */
function live(
  life: readonly (readonly [Step, number])[],
  see: (before: PaymentLinkState, after: PaymentLinkState, now: Date) => void,
) {
  let [link, now] = [A_LINK, 0];
  for (const [happen, hoursLater] of life) {
    now += hoursLater;
    const after = happen(link, hours(now));
    see(link, after, hours(now));
    link = after;
  }
}

const aLife = fc.array(fc.tuple(step, fc.integer({ min: 0, max: 2 })), { maxLength: 40 });

/** Expired, and then without room as well: few lives come to that by chance. */
const A_RARE_LIFE: [Step, number][] = [
  [pay, 0],
  [limitTime(1), 0],
  [tick, 2],
  [closeOff, 0],
];

describe('Whatever happens to a payment link', () => {
  it('moves it only as the state machine says, and counts every move', () => {
    const moves = new Set<string>();
    fc.assert(
      fc.property(aLife, (life) => {
        live(life, (before, after) => {
          const isMove = before.status !== after.status;
          expect(after.sequence - before.sequence).toBe(isMove ? 1 : 0);
          if (!isMove) return;
          moves.add(`${before.status} → ${after.status}`);
          expect(MACHINE.filter(({ from, to }) => to === after.status && from.includes(before.status))).toHaveLength(1);
        });
      }),
      { ...runs(500), examples: [[A_RARE_LIFE]] },
    );
    // Every row of the machine was taken: none stands there in vain.
    const rows = MACHINE.flatMap(({ from, to }) => from.map((status) => `${status} → ${to}`));
    expect([...moves].toSorted()).toEqual(rows.toSorted());
  });

  it('never gives out more uses than there are, and none when its time is over or it was taken away', () => {
    fc.assert(
      fc.property(aLife, (life) => {
        live(life, (before, after, now) => {
          expect(after.current_uses).toBeLessThanOrEqual(after.max_uses ?? Infinity);
          expect(after.current_uses).toBeGreaterThanOrEqual(0);
          if (after.current_uses <= before.current_uses) return;
          expect(before.status).not.toBe('inactive');
          expect((before.expires_at ?? hours(1_000)) > now).toBe(true);
        });
      }),
      runs(500),
    );
  });
});
