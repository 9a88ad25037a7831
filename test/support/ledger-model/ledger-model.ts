import type { AnticipationStatus, WithdrawalStatus } from '@centavo/contracts';
import { netLeft, type ChargeModel, type ModelReceivable } from './charge-model.js';
import { interest, total } from './rules.js';
import { WalletModel, type ModelEntry, type Owner } from './wallet-model.js';

/** What an operator has set for the merchant. */
export interface Terms {
  readonly review: 'automatic' | 'manual';
  readonly monthlyBps: number;
  readonly isSubmerchantApproved: boolean;
}

export interface ModelAnticipation {
  readonly id: string;
  status: AnticipationStatus;
  items: ModelReceivable[];
}

export interface ModelWithdrawal {
  readonly id: string;
  readonly owner: Owner;
  readonly amount: number;
  status: WithdrawalStatus;
}

/** What is paid early, and what it costs. */
export interface ModelAdvance {
  readonly receivable: ModelReceivable;
  readonly net: number;
  readonly interest: number;
}

const DAY_MS = 86_400_000;

/** A merchant's and its submerchant's money, as the pages about the ledger say that it moves. No clock, no database, nobody else. */
export class LedgerModel {
  readonly wallets = { merchant: new WalletModel(), submerchant: new WalletModel() };
  readonly charges: ChargeModel[] = [];
  readonly anticipations: ModelAnticipation[] = [];
  readonly withdrawals: ModelWithdrawal[] = [];

  constructor(readonly terms: Terms) {}

  get receivables(): ModelReceivable[] {
    return this.charges.flatMap(({ receivables }) => receivables);
  }

  capture(charge: ChargeModel, amount: number): void {
    charge.capture(amount);
    for (const receivable of charge.receivables) this.wallets[receivable.owner].pending += netLeft(receivable);
    if (charge.terms.method === 'pix') this.settle(charge.receivables);
  }

  /** @returns how many turned settled, and what wallets were credited */
  settle(due: readonly ModelReceivable[]): { settled: number; amount: number } {
    const pending = due.filter(({ status }) => status === 'pending');
    for (const receivable of pending) this.wallets[receivable.owner].pending -= netLeft(receivable);
    this.#book(pending, (receivable) => ({
      referenceType: 'charge',
      referenceId: receivable.chargeId,
      amount: netLeft(receivable),
    }));
    const touched = new Set(due.map(({ anticipationId }) => anticipationId));
    for (const receivable of due) receivable.status = 'settled';
    for (const anticipation of this.anticipations) {
      if (!touched.has(anticipation.id) || anticipation.status !== 'approved') continue;
      if (!anticipation.items.some(({ status }) => status === 'anticipated' || status === 'suspended')) {
        anticipation.status = 'settled';
      }
    }
    return { settled: due.length, amount: total(pending.map(netLeft)) };
  }

  refund(charge: ChargeModel, refundId: string, amount: number): void {
    charge.refundIds.push(refundId);
    charge.refunded += amount;
    charge.status = charge.refundable === 0 ? 'refunded' : 'partially_refunded';
    const takes = charge.takesOf(amount);
    const wasPaid = new Set(takes.filter(({ receivable }) => receivable.status !== 'pending'));
    for (const { receivable, gross, fee } of takes) {
      if (receivable.status === 'pending') this.wallets[receivable.owner].pending -= gross - fee;
      receivable.grossLeft -= gross;
      receivable.feeLeft -= fee;
      if (receivable.status === 'settled') continue;
      if (receivable.grossLeft === 0) receivable.status = 'canceled';
      else Object.assign(receivable, { gross: receivable.grossLeft, fee: receivable.feeLeft });
    }
    this.#book(
      [...wasPaid].map((take) => ({ ...take, owner: take.receivable.owner })),
      ({ gross, fee }) => ({ referenceType: 'refund', referenceId: refundId, amount: fee - gross }),
    );
  }

  chargeBack(charge: ChargeModel): void {
    charge.status = 'chargeback';
    charge.isDisputed = true;
    const held = charge.receivables.filter(({ grossLeft }) => grossLeft > 0);
    const paid = held.filter(({ status }) => status !== 'pending');
    for (const receivable of held) {
      receivable.held = netLeft(receivable);
      this.wallets[receivable.owner].blocked += receivable.held;
      if (receivable.status === 'pending') this.wallets[receivable.owner].pending -= receivable.held;
      if (receivable.status !== 'settled') receivable.status = 'suspended';
    }
    this.#book(paid, (receivable) => ({
      referenceType: 'chargeback',
      referenceId: charge.id,
      amount: -receivable.held,
    }));
  }

  winDispute(charge: ChargeModel): void {
    charge.status = charge.refunded > 0 ? 'partially_refunded' : 'captured';
    charge.isDisputed = false;
    const held = charge.receivables.filter(({ grossLeft }) => grossLeft > 0);
    for (const receivable of held) {
      this.wallets[receivable.owner].blocked -= receivable.held;
      if (receivable.status === 'suspended') receivable.status = receivable.anticipationId ? 'anticipated' : 'pending';
      if (receivable.status === 'pending') this.wallets[receivable.owner].pending += receivable.held;
    }
    this.#book(
      held.filter(({ status }) => status !== 'pending'),
      (receivable) => ({ referenceType: 'chargeback_reversal', referenceId: charge.id, amount: receivable.held }),
    );
    for (const receivable of held) receivable.held = 0;
  }

  loseDispute(charge: ChargeModel): void {
    charge.isDisputed = false;
    for (const receivable of charge.receivables.filter(({ grossLeft }) => grossLeft > 0)) {
      this.wallets[receivable.owner].blocked -= receivable.held;
      if (receivable.status === 'suspended') receivable.status = 'canceled';
      Object.assign(receivable, { held: 0, grossLeft: 0, feeLeft: 0 });
    }
  }

  /** Whether an anticipation has it that did not come to nothing. */
  isTaken(receivable: ModelReceivable): boolean {
    return this.anticipations.some(
      ({ status, items }) => status !== 'canceled' && status !== 'rejected' && items.includes(receivable),
    );
  }

  /** What paying it on a day would be; undefined when it cannot be. @param today like `2026-11-20` */
  advanceOf(receivable: ModelReceivable, today: string): ModelAdvance | undefined {
    const days = (Date.parse(receivable.dueOn) - Date.parse(today)) / DAY_MS;
    const net = netLeft(receivable);
    const cost = interest(net, this.terms.monthlyBps, days);
    if (receivable.status !== 'pending' || days <= 0 || cost >= net) return undefined;
    return { receivable, net, interest: cost };
  }

  /** Why these receivables cannot be anticipated together; undefined when they can. */
  obstacleToAnticipate(receivables: readonly ModelReceivable[], today: string): string | undefined {
    const [taken, free] = [
      receivables.filter((each) => this.isTaken(each) && !isOver(each)),
      receivables.filter((each) => !this.isTaken(each) || isOver(each)),
    ];
    if (free.some((each) => !this.advanceOf(each, today))) return 'receivable_not_eligible';
    return taken.length > 0 ? 'receivable_already_anticipated' : undefined;
  }

  approve(anticipation: ModelAnticipation, advances: readonly ModelAdvance[]): void {
    anticipation.status = 'approved';
    anticipation.items = advances.map(({ receivable }) => receivable);
    for (const { receivable, net } of advances) {
      this.wallets[receivable.owner].pending -= net;
      receivable.status = 'anticipated';
      receivable.anticipationId = anticipation.id;
    }
    for (const [owner, own] of Map.groupBy(advances, ({ receivable }) => receivable.owner)) {
      const amount = total(own.map((advance) => advance.net - advance.interest));
      this.wallets[owner].book([{ referenceType: 'anticipation', referenceId: anticipation.id, amount }]);
    }
  }

  withdraw(withdrawal: ModelWithdrawal): void {
    this.withdrawals.push(withdrawal);
    this.#bookOne(withdrawal, 'withdrawal', -withdrawal.amount);
  }

  /** A withdrawal ends; what does not arrive comes back. */
  end(withdrawal: ModelWithdrawal, status: 'completed' | 'failed' | 'canceled'): void {
    withdrawal.status = status;
    if (status !== 'completed') this.#bookOne(withdrawal, 'withdrawal_reversal', withdrawal.amount);
  }

  #bookOne({ owner, id }: ModelWithdrawal, referenceType: ModelEntry['referenceType'], amount: number): void {
    this.wallets[owner].book([{ referenceType, referenceId: id, amount }]);
  }

  /** One happening, with the entries of each wallet together. */
  #book<Item extends { readonly owner: Owner }>(items: readonly Item[], entryOf: (item: Item) => ModelEntry): void {
    for (const [owner, own] of Map.groupBy(items, (item) => item.owner)) this.wallets[owner].book(own.map(entryOf));
  }
}

const isOver = ({ status }: ModelReceivable): boolean => status === 'settled' || status === 'canceled';
