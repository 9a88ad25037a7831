import type { Anticipation } from '@centavo/contracts';
import fc from 'fast-check';
import type { Reply } from '../../http-client.js';
import { command, expectDone, expectRefusal, pickFit, weighted, type Command, type Weighted } from './command.js';
import { expectLedger } from './comparison.js';
import type { LedgerModel, ModelAdvance, ModelAnticipation } from './ledger-model.js';
import type { ModelShop } from './model-shop.js';
import { total } from './rules.js';

const number = fc.nat({ max: 1_000 });
const SAO_PAULO_OFFSET_MS = 3 * 3_600_000;

/** Anticipations of named receivables and of all, and what becomes of them. */
export const anticipationCommands: Weighted[] = [
  weighted(4, fc.array(number, { minLength: 1, maxLength: 3 }).map(anticipateSome)),
  weighted(1, fc.constant(null).map(anticipateAll)),
  weighted(
    2,
    number.map((which) => review(which, 'approved')),
  ),
  weighted(
    1,
    number.map((which) => review(which, 'rejected')),
  ),
  weighted(1, number.map(cancel)),
];

function anticipateSome(which: readonly number[]): Command {
  return command(
    `anticipate receivables ${which.join()}`,
    async (model, shop) => {
      const chosen = [...new Set(which.map((each) => pickFit(model.receivables, each, isPending)))];
      const body = { anticipation_type: 'spot', receivable_ids: chosen.map(({ id }) => id) };
      const reply = await shop.ask<Anticipation>('/v1/anticipations', body);
      const today = todayOf(reply);
      const obstacle = model.obstacleToAnticipate(chosen, today);
      if (obstacle) expectRefusal(reply, obstacle);
      else
        expectAnticipation(
          model,
          reply,
          chosen.map((each) => model.advanceOf(each, today)!),
        );
      await expectLedger(model, shop);
    },
    ({ receivables }) => receivables.length > 0,
  );
}

function anticipateAll(): Command {
  return command('anticipate all', async (model, shop) => {
    const reply = await shop.ask<Anticipation>('/v1/anticipations', { anticipation_type: 'automatic' });
    const today = todayOf(reply);
    const advances = model.receivables
      .filter((each) => !model.isTaken(each))
      .flatMap((each) => model.advanceOf(each, today) ?? []);
    if (advances.length === 0) expectRefusal(reply, 'receivable_not_eligible');
    else expectAnticipation(model, reply, advances);
    await expectLedger(model, shop);
  });
}

const review = (which: number, to: string): Command =>
  onAnticipation(`anticipation ${which} ${to}`, which, async (model, shop, anticipation) => {
    const path = `/anticipations/${anticipation.id}/review`;
    const reply = await shop.askOperator<Anticipation>(path, { status: to });
    const today = todayOf(reply);
    const advances = anticipation.items.flatMap((each) => model.advanceOf(each, today) ?? []);
    if (anticipation.status !== 'pending' || (to === 'approved' && advances.length === 0)) {
      return expectRefusal(reply, 'review_not_possible');
    }
    const shown = expectDone(reply, 200);
    expect(shown.status).toBe(to);
    if (to === 'rejected') {
      anticipation.status = 'rejected';
      return;
    }
    expectTotals(shown, advances);
    model.approve(anticipation, advances);
  });

function cancel(which: number): Command {
  return onAnticipation(`cancel anticipation ${which}`, which, async (_, shop, anticipation) => {
    const reply = await shop.ask(`/v1/anticipations/${anticipation.id}/cancel`);
    if (anticipation.status !== 'pending') return expectRefusal(reply, 'anticipation_not_cancelable');
    expectDone(reply, 200);
    anticipation.status = 'canceled';
  });
}

const onAnticipation = (
  text: string,
  which: number,
  run: (model: LedgerModel, shop: ModelShop, anticipation: ModelAnticipation) => Promise<void>,
): Command =>
  command(
    text,
    async (model, shop) => {
      await run(model, shop, pickFit(model.anticipations, which, isPending));
      await expectLedger(model, shop);
    },
    ({ anticipations }) => anticipations.length > 0,
  );

const isPending = ({ status }: { readonly status: string }): boolean => status === 'pending';

function expectAnticipation(model: LedgerModel, reply: Reply<Anticipation>, advances: readonly ModelAdvance[]): void {
  const shown = expectDone(reply, 201);
  const isReviewed = model.terms.review === 'manual';
  expect(shown.status).toBe(isReviewed ? 'pending' : 'approved');
  expectTotals(shown, advances);
  const anticipation: ModelAnticipation = {
    id: shown.id,
    status: 'pending',
    items: advances.map(({ receivable }) => receivable),
  };
  model.anticipations.push(anticipation);
  if (!isReviewed) model.approve(anticipation, advances);
}

function expectTotals(shown: Anticipation, advances: readonly ModelAdvance[]): void {
  const [net, cost] = [total(advances.map((each) => each.net)), total(advances.map((each) => each.interest))];
  expect([shown.total_gross_amount, shown.total_fee_amount, shown.total_net_amount]).toEqual([net, cost, net - cost]);
}

/** The day on which it was done, where the platform counts days: on its own clock, so that a test can run over midnight. */
const todayOf = ({ headers, body }: Reply<Anticipation>): string => {
  const doneAt = body.success ? Date.parse(body.data.updated_at) : Date.parse(headers.get('date') ?? '');
  return new Date(doneAt - SAO_PAULO_OFFSET_MS).toISOString().slice(0, 10);
};
