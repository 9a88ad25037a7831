import type { Anticipation, Charge, CreateChargeDto, Receivable, Withdrawal } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aChargeBody, aChargeBodyBy, aWithdrawalBody, eventually } from '@centavo/testing';
import type { Reply } from '../http-client.js';
import type { PatientClient } from './patient-client.js';

/** A busy machine that restarts in between needs time. */
const ARRIVES_WITHIN_MS = 60_000;
const PIX_NET = 9_901;
const REFUND = 500;
/** A refund takes its part of the fee back. */
const REFUND_NET = 495;
const PAYOUT = 1_000;

/** The auditor looks for charges of the same order. */
const anOrder = (): Pick<CreateChargeDto, 'metadata'> => ({ metadata: { order: newId() } });

/** A merchant's system that sells, refunds, anticipates and withdraws without end, and repeats what it gets no answer to. */
export class Till {
  /** Of what was acknowledged. */
  readonly withdrawalIds: string[] = [];
  readonly anticipationIds: string[] = [];
  /** What all of this has left in the wallet, in centavos. */
  earned = 0;
  #isOpen = true;

  constructor(
    private readonly client: PatientClient,
    private readonly walletId: string,
  ) {}

  /** Works until it is closed, and ends with a whole round. */
  async work(): Promise<void> {
    while (this.#isOpen) {
      await this.#sellByPix();
      await this.#withdraw();
      await this.#anticipate();
    }
  }

  close(): void {
    this.#isOpen = false;
  }

  async #sellByPix(): Promise<void> {
    const { id } = await this.#insist<Charge>('/v1/charges', aChargeBodyBy('pix', anOrder()));
    await this.#insist(`/sandbox/v1/charges/${id}/pay`);
    await this.#insist(`/v1/charges/${id}/refund`, { amount: REFUND });
    await this.#receivableOf(id);
    this.earned += PIX_NET - REFUND_NET;
  }

  async #withdraw(): Promise<void> {
    const body = aWithdrawalBody(this.walletId, { amount: PAYOUT });
    const { id } = await this.#insist<Withdrawal>('/v1/withdrawals', body);
    this.withdrawalIds.push(id);
    this.earned -= PAYOUT;
  }

  async #anticipate(): Promise<void> {
    const charge = await this.#insist<Charge>('/v1/charges', aChargeBody(anOrder()));
    const receivable = await this.#receivableOf(charge.id);
    const body = { anticipation_type: 'spot', receivable_ids: [receivable.id] };
    const { id, total_net_amount: net } = await this.#insist<Anticipation>('/v1/anticipations', body);
    this.anticipationIds.push(id);
    this.earned += net;
  }

  #receivableOf(chargeId: string): Promise<Receivable> {
    const path = `/v1/receivables?charge_id=${chargeId}`;
    const look = async (): Promise<Receivable> => {
      const { body } = await this.client.get<Receivable[]>(path);
      expect(body.data).toHaveLength(1);
      return body.data[0]!;
    };
    return eventually(look, { timeoutMs: ARRIVES_WITHIN_MS, everyMs: 50 });
  }

  async #insist<Data>(path: string, body: unknown = {}): Promise<Data> {
    const reply: Reply<Data> = await this.client.insist<Data>({ path, body, key: newId() });
    if (!reply.body.success) throw new Error(`${path} was refused: ${JSON.stringify(reply.body)}`);
    return reply.body.data;
  }
}
