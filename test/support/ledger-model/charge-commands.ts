import type { Charge, CreateChargeDto } from '@centavo/contracts';
import { aChargeBodyBy } from '@centavo/testing';
import fc, { type Arbitrary } from 'fast-check';
import { ChargeModel, obstacleOf, sharesOf, type ChargeTerms } from './charge-model.js';
import {
  command,
  expectDone,
  expectRefusal,
  partOf,
  pickFit,
  weighted,
  type Command,
  type Weighted,
} from './command.js';
import { expectLedger, learnReceivables } from './comparison.js';
import type { LedgerModel } from './ledger-model.js';
import type { ModelShop } from './model-shop.js';
import { OWNERS } from './wallet-model.js';

const number = fc.nat({ max: 1_000 });
/** Of an amount, in thousandths. */
const share = fc.integer({ min: 1, max: 1_000 });
const owner = fc.constantFrom(...OWNERS);

const division = fc.record({
  owner,
  line: fc.option(
    fc.oneof(
      { weight: 3, arbitrary: aLine('percentage', fc.integer({ min: 1, max: 10_000 })) },
      { weight: 1, arbitrary: aLine('flat', fc.integer({ min: 1, max: 20_000 })) },
    ),
  ),
});

const terms = fc.record({
  amount: fc.integer({ min: 1, max: 200_000 }),
  shipping: fc.constantFrom(0, 0, 1, 1_999),
  division,
});

/** Orders of a card in up to three installments, captured at once or later, and of a Pix. */
export const chargeCommands: Weighted[] = [
  weighted(
    5,
    fc
      .tuple(terms, fc.integer({ min: 1, max: 3 }), fc.constantFrom(true, true, false))
      .map(([rest, installments, capture]) => chargeCard({ ...rest, method: 'credit_card', installments }, capture)),
  ),
  weighted(
    2,
    terms.map((rest) => issuePix({ ...rest, method: 'pix', installments: 1 })),
  ),
  weighted(
    2,
    number.map((which) => payPix(which)),
  ),
  weighted(
    2,
    fc.tuple(number, fc.option(share)).map(([which, part]) => capture(which, part)),
  ),
  weighted(
    3,
    fc.tuple(number, share).map(([which, part]) => refund(which, part)),
  ),
  weighted(
    1,
    number.map((which) => refund(which, null)),
  ),
  weighted(
    1,
    number.map((which) => refundTooMuch(which)),
  ),
  weighted(
    1,
    number.map((which) => voidIt(which)),
  ),
];

function chargeCard(of: ChargeTerms, isCaptured: boolean): Command {
  return command(`charge a card ${JSON.stringify(of)}${isCaptured ? '' : ', captured later'}`, async (model, shop) => {
    const details = { token: 'tok_visa', installments: of.installments, capture: isCaptured };
    const made = await create(model, shop, of, details);
    if (!made) return;
    made.status = 'authorized';
    if (isCaptured) model.capture(made, made.total);
    await expectCharge(model, shop, made);
  });
}

function issuePix(of: ChargeTerms): Command {
  return command(`issue a Pix ${JSON.stringify(of)}`, async (model, shop) => {
    const made = await create(model, shop, of, { expires_in: 86_400 });
    if (made) await expectCharge(model, shop, made);
  });
}

const payPix = (which: number): Command =>
  onCharge(`pay charge ${which}`, which, isUnpaid, async (model, shop, charge) => {
    const reply = await shop.ask(`/sandbox/v1/charges/${charge.id}/pay`);
    if (!isUnpaid(charge)) return expectRefusal(reply, 'sandbox_action_not_possible');
    expectDone(reply, 200);
    model.capture(charge, charge.total);
  });

const capture = (which: number, part: number | null): Command =>
  onCharge(`capture ${part ?? 'all'} of charge ${which}`, which, isAuthorized, async (model, shop, charge) => {
    const amount = part === null ? charge.total : partOf(charge.total, part);
    const reply = await shop.ask(`/v1/charges/${charge.id}/capture`, part === null ? {} : { amount });
    if (!isAuthorized(charge)) return expectRefusal(reply, 'charge_not_capturable');
    if (sharesOf(charge.terms, amount) === 'amount_below_fee') return expectRefusal(reply, 'amount_below_fee');
    expectDone(reply, 200);
    model.capture(charge, amount);
  });

const refund = (which: number, part: number | null): Command =>
  onCharge(`refund ${part ?? 'all'} of charge ${which}`, which, isRefundable, async (model, shop, charge) => {
    const amount = part === null ? undefined : partOf(charge.refundable || charge.total, part);
    const reply = await shop.ask(`/v1/charges/${charge.id}/refund`, { amount });
    // Nothing was taken yet, so all of it is given back by letting go of it.
    if (charge.status === 'authorized' && (amount === undefined || amount === charge.total)) {
      expectDone(reply, 200);
      charge.status = 'voided';
      return;
    }
    if (!isRefundable(charge)) return expectRefusal(reply, 'charge_not_refundable');
    expectDone(reply, 200);
    const { refunds } = await shop.charge(charge.id);
    const made = refunds.filter(({ id }) => !charge.refundIds.includes(id));
    expect(made).toHaveLength(1);
    model.refund(charge, made[0]!.id, amount ?? charge.refundable);
  });

const refundTooMuch = (which: number): Command =>
  onCharge(`refund too much of charge ${which}`, which, isRefundable, async (_, shop, charge) => {
    const reply = await shop.ask(`/v1/charges/${charge.id}/refund`, { amount: charge.total + 1 });
    expectRefusal(reply, isRefundable(charge) ? 'refund_amount_exceeds_captured' : 'charge_not_refundable');
  });

const voidIt = (which: number): Command =>
  onCharge(`void charge ${which}`, which, isOpen, async (_, shop, charge) => {
    const reply = await shop.ask(`/v1/charges/${charge.id}/void`);
    if (!isOpen(charge)) return expectRefusal(reply, 'charge_not_voidable');
    expectDone(reply, 200);
    charge.status = 'voided';
  });

const isUnpaid = ({ status }: ChargeModel): boolean => status === 'pending';
const isAuthorized = ({ status }: ChargeModel): boolean => status === 'authorized';
const isOpen = (charge: ChargeModel): boolean => isUnpaid(charge) || isAuthorized(charge);
export const isRefundable = ({ status }: ChargeModel): boolean =>
  status === 'captured' || status === 'partially_refunded';

/** Does something to one of the charges that there are, as a rule to one that it fits, and compares. */
export const onCharge = (
  text: string,
  which: number,
  fits: (charge: ChargeModel) => boolean,
  run: (model: LedgerModel, shop: ModelShop, charge: ChargeModel) => Promise<void>,
): Command =>
  command(
    text,
    async (model, shop) => {
      const charge = pickFit(model.charges, which, fits);
      await run(model, shop, charge);
      await expectCharge(model, shop, charge);
    },
    ({ charges }) => charges.length > 0,
  );

async function create(
  model: LedgerModel,
  shop: ModelShop,
  of: ChargeTerms,
  details: CreateChargeDto['payment_details'],
): Promise<ChargeModel | undefined> {
  const body = aChargeBodyBy(of.method, {
    amount: of.amount,
    shipping_amount: of.shipping,
    payment_details: details,
    ...(of.division.owner === 'submerchant' && { submerchant_id: shop.owners.submerchant }),
    ...(of.division.line && { splits: [splitOf(of.division.line, shop)] }),
  });
  const reply = await shop.ask<Charge>('/v1/charges', body, { prefer: 'wait=10' });
  const obstacle = obstacleOf(of);
  if (obstacle) {
    expectRefusal(reply, obstacle);
    await expectLedger(model, shop);
    return undefined;
  }
  const charge = new ChargeModel(expectDone(reply, 201).id, of);
  model.charges.push(charge);
  return charge;
}

const splitOf = (line: NonNullable<ChargeTerms['division']['line']>, shop: ModelShop) => ({
  recipient_id: shop.owners[line.recipient],
  type: line.type,
  amount: line.type === 'percentage' ? line.amount / 100 : line.amount,
  charge_processing_fee: line.paysFee,
  charge_remainder: line.takesRemainder,
});

async function expectCharge(model: LedgerModel, shop: ModelShop, charge: ChargeModel): Promise<void> {
  const { status, captured_amount, refunded_amount } = await shop.charge(charge.id);
  expect({ status, captured_amount, refunded_amount }).toEqual({
    status: charge.status,
    captured_amount: charge.captured,
    refunded_amount: charge.refunded,
  });
  if (charge.receivables.some(({ id }) => id === '')) await learnReceivables(charge, shop);
  await expectLedger(model, shop, charge);
}

function aLine(type: 'percentage' | 'flat', amount: Arbitrary<number>) {
  return fc.record({
    recipient: owner,
    type: fc.constant(type),
    amount,
    paysFee: fc.boolean(),
    takesRemainder: fc.boolean(),
  });
}
