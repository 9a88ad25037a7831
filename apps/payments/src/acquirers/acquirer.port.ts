import type { FailureCode } from '@centavo/contracts';
import type { CardReference } from '../cards/card-reference.js';

/** What an acquirer is asked to authorize. */
export interface AuthorizationRequest {
  /** Ours, unique for ever: the acquirer's idempotency key and what {@link Acquirer.inquire} asks by. */
  readonly reference: string;
  /** Centavos. */
  readonly amount: bigint;
  readonly currency: string;
  readonly installments: number;
  /** True: authorize and capture in one step. */
  readonly capture: boolean;
  readonly card: CardReference;
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

/**
 * A card acquirer. An adapter is a folder beside this file with one class that fills this interface; it maps the acquirer's
 * answers and knows nothing of charges.
 */
export abstract class Acquirer {
  /** Shown as `acquirer_name`. */
  abstract readonly name: string;

  /**
   * @throws AcquirerTimeoutError when the result is unknown: ask {@link inquire} before anything else
   * @throws AcquirerUnavailableError when it was certainly not done
   */
  abstract authorize(request: AuthorizationRequest): Promise<AuthorizationResult>;

  /**
   * What the acquirer knows of a reference; undefined when it never heard of it.
   * @throws AcquirerTimeoutError, AcquirerUnavailableError when it cannot say
   */
  abstract inquire(reference: string): Promise<AuthorizationResult | undefined>;
}

/** No answer in time: the acquirer may or may not have done it. */
export class AcquirerTimeoutError extends Error {
  override readonly name = 'AcquirerTimeoutError';
}

/** The acquirer did not take the request. */
export class AcquirerUnavailableError extends Error {
  override readonly name = 'AcquirerUnavailableError';
}
