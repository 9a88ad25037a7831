import {
  DEFAULT_ANTICIPATION,
  DomainError,
  toErrorAnswer,
  type AnticipationSettings,
  type Answer,
  type Anticipation,
  type AnticipationDecision,
  type AnticipationSimulation,
  type CreateAnticipationDto,
  type EventPayload,
  type Merchant,
} from '@centavo/contracts';
import { BusContext, Idempotency, ReceivedMessage } from '@centavo/messaging';
import type { Database } from '@centavo/persistence';
import { newId, type Clock, type Logger } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import { AnticipateDaily } from '../anticipations/anticipate-daily.js';
import { ApproveAnticipation } from '../anticipations/approve-anticipation.js';
import { CancelAnticipationHandler } from '../anticipations/cancel-anticipation.handler.js';
import { CreateAnticipationHandler } from '../anticipations/create-anticipation.handler.js';
import { EndAnticipation } from '../anticipations/end-anticipation.js';
import { RequestAnticipation } from '../anticipations/request-anticipation.js';
import { ReviewAnticipationHandler } from '../anticipations/review-anticipation.handler.js';
import { SimulateAnticipationHandler } from '../anticipations/simulate-anticipation.handler.js';
import { keepMerchantTerms } from '../merchants/merchant-terms.js';
import { verifyLedger } from '../verify/verify-ledger.js';
import { capturedChargeMessage, type CapturedMessageTraits } from '../fixtures/charge-messages.js';
import { LedgerFixture } from '../fixtures/ledger.fixture.js';
import { merchantEvent } from '../fixtures/merchant-event.js';

/** A body that names receivables. */
export const spot = (...receivable_ids: string[]): CreateAnticipationDto => ({
  anticipation_type: 'spot',
  receivable_ids,
});

/** A body that asks for everything. */
export const EVERYTHING: CreateAnticipationDto = { anticipation_type: 'automatic' };

/** One instance of the ledger, and what can be asked of it about anticipations. */
export class AnticipationsFixture {
  readonly daily: AnticipateDaily;
  readonly request: RequestAnticipation;
  readonly #create: CreateAnticipationHandler;
  readonly #simulate: SimulateAnticipationHandler;
  readonly #cancel: CancelAnticipationHandler;
  readonly #review: ReviewAnticipationHandler;

  private constructor(
    readonly ledger: LedgerFixture,
    clock: Clock,
    logger: Logger,
  ) {
    const { database, outbox, books } = ledger;
    const idempotency = new Idempotency();
    const approval = new ApproveAnticipation(books, clock);
    const end = new EndAnticipation(outbox, clock);
    this.request = new RequestAnticipation(outbox, approval, clock);
    this.daily = new AnticipateDaily(database, this.request, outbox, clock, logger);
    this.#create = new CreateAnticipationHandler(database, idempotency, this.request);
    this.#simulate = new SimulateAnticipationHandler(database, idempotency, clock);
    this.#cancel = new CancelAnticipationHandler(database, idempotency, end);
    this.#review = new ReviewAnticipationHandler(database, outbox, idempotency, approval, end, clock);
  }

  static async start(database: Database, clock: Clock, logger: Logger): Promise<AnticipationsFixture> {
    return new AnticipationsFixture(await LedgerFixture.start(database, clock, logger), clock, logger);
  }

  /** A merchant with a wallet and these terms; returns its id. */
  async openMerchant(
    settings: Partial<AnticipationSettings> = {},
    status: Merchant['status'] = 'active',
  ): Promise<string> {
    const id = await this.ledger.openMerchant();
    await this.setTerms(id, settings, 1, status);
    return id;
  }

  /** What an event of the merchant says. */
  async setTerms(
    merchantId: string,
    settings: Partial<AnticipationSettings>,
    sequence: number,
    status: Merchant['status'] = 'active',
  ): Promise<void> {
    const event = merchantEvent();
    const anticipation = { ...DEFAULT_ANTICIPATION, ...settings };
    await keepMerchantTerms(this.ledger.database, {
      ...event,
      sequence,
      data: { ...event.data, id: merchantId, status, anticipation },
    });
  }

  /** Captures the ledger's worked example, or a charge like it; returns its receivables' ids by installment. */
  async capture(traits: CapturedMessageTraits): Promise<string[]> {
    const message = capturedChargeMessage(traits);
    await this.ledger.captures.post([message]);
    return (await this.ledger.receivablesOf(message.key)).map(({ id }) => id);
  }

  create(merchantId: string, body: CreateAnticipationDto, id = newId()): Promise<Answer<Anticipation>> {
    const command = { merchant_id: merchantId, anticipation_id: id, idempotency: null, body };
    return answered(this.#create.handle(command, contextOf('anticipations.create', command)));
  }

  /** @throws Error when it is refused */
  async created(merchantId: string, body: CreateAnticipationDto): Promise<Anticipation> {
    const answer = await this.create(merchantId, body);
    if (!answer.ok) throw new Error(`${answer.error}: ${answer.message}`);
    return answer.data;
  }

  simulate(merchantId: string, body: CreateAnticipationDto): Promise<Answer<AnticipationSimulation>> {
    return answered(this.#simulate.handle({ merchant_id: merchantId, idempotency: null, body }));
  }

  cancel(merchantId: string, id: string): Promise<Answer<Anticipation>> {
    const command = { merchant_id: merchantId, anticipation_id: id, idempotency: null, body: null };
    return answered(this.#cancel.handle(command, contextOf('anticipations.cancel', command)));
  }

  review(id: string, status: AnticipationDecision, notes: string | null = null): Promise<Answer<Anticipation>> {
    const operator = { operator: 'operator:00000000', audit_call_id: newId(), idempotency: null };
    const command = { ...operator, anticipation_id: id, body: { status, notes } };
    return answered(this.#review.handle(command, contextOf('anticipations.review', command)));
  }

  /** The statuses of receivables, in the order of their ids. */
  async statusesOf(receivableIds: readonly string[]): Promise<string[]> {
    const rows = await this.ledger.database.query<{ id: string; status: string }>(
      'SELECT id, status FROM receivables WHERE id = ANY ($1::uuid[])',
      [receivableIds],
    );
    return receivableIds.map((id) => rows.find((row) => row.id === id)!.status);
  }

  async find(id: string): Promise<{ status: string; sequence: number; total_net_amount: bigint } | undefined> {
    const [row] = await this.ledger.database.query<{ status: string; sequence: number; total_net_amount: bigint }>(
      'SELECT * FROM anticipations WHERE id = $1',
      [id],
    );
    return row;
  }

  /** What was told of an anticipation, in the order of the telling, once as much was told as it says. */
  async toldOf(id: string): Promise<EventPayload<Anticipation>[]> {
    const { sequence } = (await this.find(id))!;
    return eventually(() => {
      const told = this.ledger.events.filter(({ key }) => key === id);
      return told.length === sequence && told.map(({ payload }) => payload as EventPayload<Anticipation>);
    }) as Promise<EventPayload<Anticipation>[]>;
  }

  /** A round over what is overdue. @returns how many it settled */
  settleAnticipations(): Promise<number> {
    return this.ledger.settleAnticipations.settleOverdue();
  }

  /** @throws Error when the books are wrong somewhere */
  async checkBooks(): Promise<void> {
    const { ok, violations } = await verifyLedger(this.ledger.database);
    if (!ok) throw new Error(`wrong books: ${JSON.stringify(violations)}`);
  }

  stop(): Promise<void> {
    return this.ledger.stop();
  }
}

/** What a handler throws for the caller is an answer too, which the bus makes of it. */
const answered = async <Data>(answer: Promise<Answer<Data>>): Promise<Answer<Data>> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DomainError) return toErrorAnswer(error);
    throw error;
  }
};

const contextOf = (type: string, payload: object): BusContext => {
  const id = newId();
  const value = JSON.stringify(payload);
  return new BusContext([new ReceivedMessage({ id, type, topic: 'ledger.commands', key: id, value, headers: {} })]);
};
