import type { Arbitrary, AsyncCommand } from 'fast-check';
import type { Reply } from '../../http-client.js';
import type { LedgerModel } from './ledger-model.js';
import type { ModelShop } from './model-shop.js';

/** Something that is done to the platform and to the model. */
export type Command = AsyncCommand<LedgerModel, ModelShop>;

/** How often a command is drawn, beside the others. */
export interface Weighted {
  readonly weight: number;
  readonly arbitrary: Arbitrary<Command>;
}

export const weighted = (weight: number, arbitrary: Arbitrary<Command>): Weighted => ({ weight, arbitrary });

/**
 * @param text what a failure calls it
 * @param run does it to both, and compares
 * @param canRun whether there is anything that it could be done to
 */
export const command = (
  text: string,
  run: (model: LedgerModel, shop: ModelShop) => Promise<void>,
  canRun: (model: LedgerModel) => boolean = () => true,
): Command => ({ run, check: (model) => canRun(model as LedgerModel), toString: () => text });

/** One of several by any number. */
export const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length]!;

/** So often something is picked that the command does not fit, to be refused. */
const MISFITS = 8;

/** One of several by any number, as a rule one that fits. */
export function pickFit<Item>(items: readonly Item[], number: number, fits: (item: Item) => boolean): Item {
  const fitting = items.filter(fits);
  return fitting.length > 0 && number % MISFITS > 0 ? pick(fitting, number) : pick(items, number);
}

/** A part of an amount, at least a centavo. @param share in thousandths */
export const partOf = (amount: number, share: number): number => Math.max(1, Math.floor((amount * share) / 1000));

export function expectRefusal({ body }: Reply, code: string): void {
  expect(body.error ?? body.message).toBe(code);
}

/** @returns what was answered */
export function expectDone<Data>({ status, body }: Reply<Data>, expected: number): Data {
  expect([status, body.error]).toEqual([expected, undefined]);
  return body.data;
}
