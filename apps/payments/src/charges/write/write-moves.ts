import { type Charge, type IdempotencyRequest, type RefundRecord, type SuccessAnswer } from '@centavo/contracts';
import { claimInbox, type AddressedMessage, type Idempotency, type MessageHeaders } from '@centavo/messaging';
import { latestOfEach, type Transaction } from '@centavo/persistence';
import { UNUSED } from '../../payment-links/payment-link.domain.js';
import type { PaymentLinkUses } from '../../payment-links/payment-link-uses.js';
import { insertTasks, type ChargeTask } from '../charge-tasks.sql.js';
import type { ChargeMove } from '../charge-transition.domain.js';
import { moveCharges } from '../charges.sql.js';
import { insertRefunds } from '../refunds.sql.js';
import { chargeEvent } from './charge-events.js';

/** Handles in the inbox what acquirers tell. */
export const NOTIFICATIONS = 'acquirer notifications';

/** A move that is to be written, with all that belongs to it. */
export interface Movement {
  readonly move: ChargeMove;
  readonly cause: MessageHeaders;
  readonly refund?: RefundRecord;
  /** The request that asked for it, which is thereby answered. */
  readonly answers?: { readonly request: IdempotencyRequest; readonly answer: SuccessAnswer<Charge> };
  /** What the acquirer told and is thereby handled. */
  readonly notificationId?: string;
  /** What is left to do after it. */
  readonly nextTask?: ChargeTask;
}

/** What moves are written with. */
interface MoveContext {
  readonly outboxId: string;
  readonly idempotency: Idempotency;
  readonly uses: PaymentLinkUses;
}

/** Writes the moves of a batch in the caller's transaction. Per movement: whether it happened. */
export async function writeMoves(
  transaction: Transaction,
  movements: readonly Movement[],
  { outboxId, idempotency, uses }: MoveContext,
): Promise<{ results: boolean[]; events: AddressedMessage[]; follows: (string | null)[] }> {
  if (movements.length === 0) return { results: [], events: [], follows: [] };
  const latest = latestOfEach(movements, ({ move }) => move.after);
  const sorted = [...latest.values()].map(({ move }) => move).toSorted((a, b) => (a.after.id < b.after.id ? -1 : 1));
  const previous = await moveCharges(transaction, sorted, outboxId);
  const isWritten = (movement: Movement): boolean =>
    latest.get(movement.move.after.id) === movement && previous.has(movement.move.after.id);
  const written = movements.filter(isWritten);
  await writeCompanions(transaction, idempotency, written);
  // Last, because nobody who has locked a link waits for anything else.
  const links = await uses.giveBack(transaction, written.flatMap(usesGivenBack), outboxId);
  const events = written.map(({ move: { after, trigger }, cause, refund, answers }) =>
    chargeEvent({ ...after, outbox_id: outboxId }, cause, { trigger, ...(refund && { refund }) }, answers?.answer.data),
  );
  return {
    results: movements.map(isWritten),
    events: [...events, ...links.messages],
    follows: [...new Set([...previous.values(), ...links.follows])],
  };
}

/** Whether a charge that was made by a payment link comes to nothing. */
export const givesUseBack = ({ move: { after } }: Movement): boolean =>
  after.payment_link_id !== null && UNUSED.has(after.status);

const usesGivenBack = (movement: Movement) =>
  givesUseBack(movement) ? [{ linkId: movement.move.after.payment_link_id!, cause: movement.cause }] : [];

/** Only moves that a merchant or the acquirer asked for have any, so most batches send nothing here. */
async function writeCompanions(
  transaction: Transaction,
  idempotency: Idempotency,
  movements: readonly Movement[],
): Promise<void> {
  const refunds = movements.flatMap(({ refund }) => refund ?? []);
  const tasks = movements.flatMap(({ nextTask }) => nextTask ?? []);
  const answers = movements.flatMap(({ move, answers }) =>
    answers ? [{ merchantId: move.after.merchant_id, ...answers }] : [],
  );
  const notifications = movements.flatMap(({ notificationId }) => notificationId ?? []);
  if (refunds.length > 0) await insertRefunds(transaction, refunds);
  if (tasks.length > 0) await insertTasks(transaction, tasks);
  if (answers.length > 0) await idempotency.recordAnswers(transaction, answers);
  if (notifications.length > 0) await claimInbox(transaction, NOTIFICATIONS, notifications);
}
