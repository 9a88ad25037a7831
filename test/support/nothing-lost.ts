import { eventually } from '@centavo/testing';
import type { Books, Findings } from './books.js';
import type { PostbackLog } from './postback-log.js';
import type { Order, Shop } from './shop.js';

/** All that is needed to say whether something was lost or doubled. */
export interface Witnesses {
  readonly shop: Shop;
  readonly books: Books;
  readonly postbacks: PostbackLog;
}

/** A killed instance's work belongs to it until its lease ends: 15 s for authorizations, 30 s for postbacks. A busy machine then needs time. */
const SETTLED_WITHIN_MS = 100_000;
const AUDIT_INTERVAL_MS = 1_000;
const MAX_FINDINGS = 5;

/**
 * Waits until all is as it must be: every order was acknowledged with one charge and has no other; each charge is captured, was approved
 * once, is in the journal once with one set of receivables; balances are the sums of their entries; every event reached the receiver, in
 * order; and nothing is left to do.
 * @param expected findings that belong to the test
 */
export function expectNothingLostOrDoubled(witnesses: Witnesses, expected: Findings = {}): Promise<void> {
  return eventually(async () => expect(await findings(witnesses)).toEqual(expected), {
    timeoutMs: SETTLED_WITHIN_MS,
    everyMs: AUDIT_INTERVAL_MS,
  });
}

async function findings({ shop, books, postbacks }: Witnesses): Promise<Findings> {
  const charges = await books.charges();
  const receivableIds = await books.receivableIds();
  const chargeOf = new Map(charges.map(({ id, order }) => [order, id]));
  const hasItsCharge = ({ name, chargeId }: Order): boolean =>
    chargeId !== undefined && chargeOf.get(name) === chargeId;
  const heard = (id: string): string => postbacks.sequencesOf(id).join(',');
  return {
    ...few(
      'orders without their charge',
      shop.orders.filter((order) => !hasItsCharge(order)).map(({ name }) => name),
    ),
    ...few(
      'charges whose events were not heard in order',
      charges.filter(({ id }) => heard(id) !== '1,2').map(({ id, order }) => `${order}: ${id} heard ${heard(id)}`),
    ),
    ...few(
      'receivables whose event was not heard',
      receivableIds.filter((id) => heard(id) !== '1'),
    ),
    ...(await books.audit()),
  };
}

const few = (rule: string, found: readonly string[]): Findings =>
  found.length === 0 ? {} : { [`${rule} (${found.length})`]: found.slice(0, MAX_FINDINGS) };
