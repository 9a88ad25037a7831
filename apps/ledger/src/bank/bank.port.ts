import type { WithdrawalMethod } from '@centavo/contracts';
import type { CallTime } from '@centavo/runtime';
import type { Destination } from './destination.js';

/** What a bank is asked to pay. */
export interface PayoutRequest {
  /** The withdrawal's id: unique for ever, the bank's idempotency key and what we inquire by. */
  readonly reference: string;
  /** Centavos that are to arrive. */
  readonly amount: bigint;
  readonly destination: Destination;
}

/** `refused`: it was not paid and will not be. */
export type PayoutResult =
  | {
      readonly outcome: 'paid';
      /** The bank's id of the payment; of a Pix its end-to-end id. */
      readonly externalId: string;
    }
  | { readonly outcome: 'refused'; readonly reason: string };

/**
 * A bank that pays withdrawals. An adapter is a folder beside this file with one class that fills this interface; it maps the bank's answers and
 * knows nothing of wallets.
 *
 * Everything may throw CallTimeoutError (the result is unknown: inquire before anything else) or CallUnavailableError (it was certainly not
 * done).
 */
export abstract class Bank {
  /** Shown as `acquirer_name`. */
  abstract readonly name: string;

  /** Whether withdrawals by this method are handed over as soon as they are made. In the sandbox some wait for somebody's word. */
  abstract takesAtOnce(method: WithdrawalMethod): boolean;

  /**
   * @param time for an answer. When it is over nothing may be sent any more: somebody else inquires, hears that there is no such payment, and
   * pays.
   */
  abstract pay(request: PayoutRequest, time?: CallTime): Promise<PayoutResult>;

  /** What became of a payment; undefined when the bank never heard of the reference. */
  abstract inquire(reference: string): Promise<PayoutResult | undefined>;
}
