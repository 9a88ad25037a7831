import type { ChargeCustomer, FailureCode, IdempotencyRequest } from '@centavo/contracts';
import type { MessageHeaders } from '@centavo/messaging';
import type { CallTime } from '@centavo/runtime';
import type { ChargeableCard } from '../cards/card-reference.js';

/**
 * Every request carries a `reference`: ours, unique for ever, the acquirer's idempotency key and what we inquire by. That of a
 * payment is the charge's id; a capture, void or refund has its own.
 */
interface Request {
  readonly reference: string;
}

/** What an acquirer is asked to authorize. */
export interface AuthorizationRequest extends Request {
  /** Centavos. */
  readonly amount: bigint;
  readonly currency: string;
  readonly installments: number;
  /** True: authorize and capture in one step. */
  readonly capture: boolean;
  readonly card: ChargeableCard;
  /** Text for the card statement. */
  readonly softDescriptor: string | null;
}

export interface Approval {
  readonly outcome: 'approved';
  readonly externalId: string;
  readonly authorizationCode: string;
  /** The network's sequence number of the transaction. */
  readonly nsu: string;
}

export interface Decline {
  readonly outcome: 'declined';
  readonly failureCode: FailureCode;
  readonly failureMessage: string;
}

export type AuthorizationResult = Approval | Decline;

export interface PixRequest extends Request {
  /** Centavos. */
  readonly amount: bigint;
  readonly expiresAt: Date;
}

export interface PixCode {
  readonly externalId: string;
  /** The BR Code. */
  readonly qrCode: string;
  readonly txid: string;
}

export interface BoletoRequest extends Request {
  /** Centavos. */
  readonly amount: bigint;
  /** YYYY-MM-DD */
  readonly dueAt: string;
  readonly instructions: string | null;
  readonly payer: ChargeCustomer;
}

export interface Boleto {
  readonly externalId: string;
  /** 47 digits. */
  readonly line: string;
  /** 44 digits. */
  readonly barcode: string;
}

/** What was paid for a Pix code or a boleto. */
export interface Payment {
  /** Of a Pix. */
  readonly endToEndId: string | null;
  readonly paidAt: Date;
}

/** A capture, void or refund of an earlier payment. */
export interface OperationRequest extends Request {
  readonly kind: 'capture' | 'void' | 'refund';
  /** The payment's own reference: the charge's id. */
  readonly payment: string;
  readonly externalId: string | null;
  /** Centavos that are captured or refunded; of a void all that the payment was for. */
  readonly amount: bigint;
}

/** `refused`: it was not done and will not be; a void of what has been paid in the meantime is one. */
export type OperationResult = { readonly outcome: 'done' } | { readonly outcome: 'refused'; readonly reason: string };

/**
 * An acquirer: cards, Pix and boletos. An adapter is a folder beside this file with one class that fills this interface; it maps the
 * acquirer's answers and knows nothing of charges. What the acquirer says on its own account it hands to {@link AcquirerNotifications}.
 *
 * Everything may throw AcquirerTimeoutError (the result is unknown: inquire before anything else) or AcquirerUnavailableError (it was
 * certainly not done).
 *
 * What does something gets the time that there is for an answer. When it is over an adapter that can help it sends nothing any more: the result
 * is being inquired, and what was not found may have been asked for again.
 */
export abstract class Acquirer {
  /** Shown as `acquirer_name`. */
  abstract readonly name: string;

  abstract authorize(request: AuthorizationRequest, time?: CallTime): Promise<AuthorizationResult>;

  /** What became of an authorization; undefined when the acquirer never heard of the reference. */
  abstract inquire(reference: string): Promise<AuthorizationResult | undefined>;

  /** Asked again with the same reference it answers the same code. */
  abstract createPix(request: PixRequest, time?: CallTime): Promise<PixCode>;

  /** Asked again with the same reference it answers the same boleto. */
  abstract registerBoleto(request: BoletoRequest, time?: CallTime): Promise<Boleto>;

  /** What was paid for a Pix or boleto; undefined when nothing was. */
  abstract inquirePayment(reference: string): Promise<Payment | undefined>;

  abstract operate(request: OperationRequest, time?: CallTime): Promise<OperationResult>;

  /** What became of a capture, void or refund; undefined when the acquirer never heard of the reference. */
  abstract inquireOperation(reference: string): Promise<OperationResult | undefined>;
}

/**
 * Something that happened at the acquirer and was not asked for. `reference` is the charge's id. `id` is a UUID, the same however often it is
 * told: a payment can be disputed again, so that nothing else tells a repetition from news.
 */
export type AcquirerNotification =
  | { readonly kind: 'paid'; readonly reference: string; readonly payment: Payment }
  | {
      readonly kind: 'chargeback' | 'dispute_won' | 'dispute_lost';
      readonly id: string;
      readonly reference: string;
    };

/** In the sandbox: the request by which a merchant made it happen, which is thereby answered. */
export interface NotificationOrigin {
  readonly request: IdempotencyRequest;
  readonly cause: MessageHeaders;
}

/** Takes what acquirers tell. */
export abstract class AcquirerNotifications {
  /**
   * Resolves when it is committed; throws when it should be told again later. Told twice it does nothing.
   * @returns false when it does not fit the charge's status, or there is no such charge: it was ignored
   */
  abstract receive(notification: AcquirerNotification, origin?: NotificationOrigin): Promise<boolean>;
}

/** No answer in time: the acquirer may or may not have done it. The acquirer did not take the request: it has certainly not done it. */
export {
  CallTimeoutError as AcquirerTimeoutError,
  CallUnavailableError as AcquirerUnavailableError,
} from '@centavo/runtime';
