import {
  created,
  presentCharge,
  type Answer,
  type Charge,
  type IdempotencyRequest,
  type SuccessAnswer,
} from '@centavo/contracts';
import type { AddressedMessage, Idempotency, MessageHeaders } from '@centavo/messaging';
import type { Transaction } from '@centavo/persistence';
import type { ChargeTask } from '../charge-tasks.sql.js';
import type { ChargeState, NewCharge } from '../charge.domain.js';
import { findCharges, insertCharges } from '../charges.sql.js';
import { chargeEvent } from './charge-events.js';

/** A charge that is to be made, with the request it answers. */
export interface Creation {
  readonly charge: NewCharge;
  /** What is to be done next; null when that is up to the payer. */
  readonly task: ChargeTask | null;
  readonly idempotency: IdempotencyRequest | null;
  readonly cause: MessageHeaders;
}

/** What became of a {@link Creation}: `charge` is there when this very call made it. */
export interface CreationResult {
  readonly answer: Answer<Charge>;
  readonly charge?: ChargeState;
}

interface Candidate {
  readonly creation: Creation;
  readonly state: ChargeState;
  readonly answer: SuccessAnswer<Charge>;
}

/** Writes the new charges of a batch in the caller's transaction. Results are in the order of the creations. */
export async function writeCreations(
  transaction: Transaction,
  idempotency: Idempotency,
  creations: readonly Creation[],
  outboxId: string,
): Promise<{ results: CreationResult[]; events: AddressedMessage[] }> {
  if (creations.length === 0) return { results: [], events: [] };
  const candidates = creations.map((creation): Candidate => {
    const state = { ...creation.charge, outbox_id: outboxId };
    return { creation, state, answer: created('Charge created.', presentCharge(state)) };
  });
  const kept = await recordAnswers(transaction, idempotency, candidates);
  const fresh = candidates
    .filter((_, index) => kept[index] === null)
    .toSorted((a, b) => (a.state.id < b.state.id ? -1 : 1));
  const inserted = await insertCharges(
    transaction,
    fresh.map(({ state }) => state),
    fresh.flatMap(({ creation }) => creation.task ?? []),
  );
  const redelivered = await findRedelivered(transaction, fresh, inserted);

  const events: AddressedMessage[] = [];
  const results = candidates.map(({ creation, state, answer }, index): CreationResult => {
    const keptAnswer = kept[index];
    if (keptAnswer) return { answer: keptAnswer };
    const earlier = redelivered.get(state.id);
    if (earlier) return { answer: created('Charge created.', presentCharge(earlier)) };
    events.push(chargeEvent(state, creation.cause, {}, answer.data));
    return { answer, charge: state };
  });
  return { results, events };
}

/** Per candidate: null when it is to be carried out, else the answer that stands. */
async function recordAnswers(
  transaction: Transaction,
  idempotency: Idempotency,
  candidates: readonly Candidate[],
): Promise<(Answer<Charge> | null)[]> {
  const kept: (Answer<Charge> | null)[] = candidates.map(() => null);
  const keyed = candidates.flatMap(({ creation, state, answer }, index) =>
    creation.idempotency
      ? [{ index, entry: { merchantId: state.merchant_id, request: creation.idempotency, answer } }]
      : [],
  );
  if (keyed.length === 0) return kept;
  const found = await idempotency.recordAnswers(
    transaction,
    keyed.map(({ entry }) => entry),
  );
  keyed.forEach(({ index }, position) => {
    kept[index] = (found[position] ?? null) as Answer<Charge> | null;
  });
  return kept;
}

async function findRedelivered(
  transaction: Transaction,
  candidates: readonly Candidate[],
  inserted: ReadonlySet<string>,
): Promise<Map<string, ChargeState>> {
  const ids = candidates.map(({ state }) => state.id).filter((id) => !inserted.has(id));
  if (ids.length === 0) return new Map();
  const found = await findCharges(transaction, ids);
  return new Map(found.map((charge) => [charge.id, charge]));
}
