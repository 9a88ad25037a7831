import { RetriableError } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { Books } from '../books/books.js';
import { writeDisputes } from '../disputes/disputes.sql.js';
import { findTransactions } from '../journal/journal.sql.js';
import { lockCharges } from './locked-charges.js';
import { deleteWaiting, findWaiting } from './movements.sql.js';
import { planCharge, planOf, type Plan } from './plan-charge.js';
import type { ToldFollowUp } from './told-follow-up.js';

/** Errors by the id of the event, of those that were not posted and had not been before. */
export type Refusals = ReadonlyMap<string, unknown>;

/**
 * What happens when something follows a capture: refunds, chargebacks and how these end are worked out on what is left of the charge's
 * receivables and booked, all of a batch in one database transaction. One that is delivered again does nothing.
 *
 * A charge's receivables are its lock: whoever has it sees all that was booked before, and whether an event was.
 */
@Injectable()
export class PostFollowUps {
  constructor(
    private readonly database: Database,
    private readonly books: Books,
  ) {}

  /**
   * @param told each charge's in order, which is also that in which they happened
   * @returns what was not posted: for good, unless it is a RetriableError
   * @throws RetriableError when a wallet is not open, and what the database throws; then none is posted
   */
  async post(told: readonly ToldFollowUp[]): Promise<Refusals> {
    if (told.length === 0) return new Map();
    const chargeIds = [...new Set(told.map(({ followUp }) => followUp.chargeId))];
    return this.database.transaction((transaction) => this.#post(transaction, chargeIds, told));
  }

  /** Posts what waits of charges from an earlier version. */
  async postWaiting(chargeIds: readonly string[]): Promise<Refusals> {
    return this.database.transaction((transaction) => this.#post(transaction, chargeIds, []));
  }

  /** What waits goes first: it was told earlier. */
  async #post(
    transaction: Transaction,
    chargeIds: readonly string[],
    told: readonly ToldFollowUp[],
  ): Promise<Refusals> {
    const { books, disputes } = await lockCharges(transaction, chargeIds);
    const waiting = await findWaiting(transaction, chargeIds);
    const waitingIds = new Set(waiting.map(({ eventId }) => eventId));
    const all = eachOnce([...waiting.map((followUp) => ({ followUp, cause: {} })), ...told]);
    const known = await findTransactions(transaction, [...all.keys()]);
    for (const { id, ended_by } of disputes) known.add(id).add(ended_by ?? id);

    const open = [...all.values()].filter(({ followUp }) => !known.has(followUp.eventId));
    const byCharge = Map.groupBy(open, ({ followUp }) => followUp.chargeId);
    const plan = planOf([...byCharge].map(([id, own]) => planCharge(own, books.get(id) ?? null, waitingIds)));
    await this.#write(transaction, plan);
    const posted = [...waitingIds].filter((id) => !plan.refusals.has(id));
    if (posted.length > 0) await deleteWaiting(transaction, posted);
    return plan.refusals;
  }

  async #write(transaction: Transaction, { bookings, disputes }: Plan): Promise<void> {
    if (bookings.length === 0) return;
    const { withoutWallet } = await this.books.post(transaction, bookings);
    // What follows was worked out on top of it, so all of it is taken back.
    if (withoutWallet.size > 0) throw new RetriableError(`no wallet was open for ${[...withoutWallet].join(', ')}`);
    if (disputes.length > 0) await writeDisputes(transaction, disputes);
  }
}

/** By the id of the event. It may come twice within a batch; the second time it says nothing new. */
const eachOnce = (told: readonly ToldFollowUp[]): Map<string, ToldFollowUp> =>
  new Map(told.map((one) => [one.followUp.eventId, one]));
