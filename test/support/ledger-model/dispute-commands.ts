import fc from 'fast-check';
import { isRefundable, onCharge } from './charge-commands.js';
import type { ChargeModel } from './charge-model.js';
import { expectDone, expectRefusal, weighted, type Command, type Weighted } from './command.js';

const number = fc.nat({ max: 1_000 });

/** Payers dispute charges; merchants win and lose. */
export const disputeCommands: Weighted[] = [
  weighted(2, number.map(dispute)),
  weighted(
    2,
    number.map((which) => decide(which, true)),
  ),
  weighted(
    1,
    number.map((which) => decide(which, false)),
  ),
];

function dispute(which: number): Command {
  return onCharge(`dispute charge ${which}`, which, isRefundable, async (model, shop, charge) => {
    const reply = await shop.ask(`/sandbox/v1/charges/${charge.id}/chargeback`);
    if (!isRefundable(charge)) return expectRefusal(reply, 'sandbox_action_not_possible');
    expectDone(reply, 200);
    model.chargeBack(charge);
  });
}

function decide(which: number, isWon: boolean): Command {
  const outcome = isWon ? 'won' : 'lost';
  return onCharge(`dispute of charge ${which} ${outcome}`, which, isDisputed, async (model, shop, charge) => {
    const reply = await shop.ask(`/sandbox/v1/charges/${charge.id}/chargeback/${outcome}`);
    if (!isDisputed(charge)) return expectRefusal(reply, 'sandbox_action_not_possible');
    expectDone(reply, 200);
    if (isWon) model.winDispute(charge);
    else model.loseDispute(charge);
  });
}

const isDisputed = (charge: ChargeModel): boolean => charge.isDisputed;
