import { setTimeout as delay } from 'node:timers/promises';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import {
  Acquirer,
  AcquirerTimeoutError,
  AcquirerUnavailableError,
  type AuthorizationRequest,
  type AuthorizationResult,
} from '../acquirers/acquirer.port.js';
import { CardDirectory } from '../cards/card-directory.js';
import { moveForAcquirerError, moveForResult } from './charge-transition.domain.js';
import { totalAmountOf, type ChargeState } from './charge.domain.js';
import { ChargeWriter } from './charge-writer.js';
import { hasTimeForCall, type DueAuthorization } from './due-authorization.js';

/** Pauses before the second and third try. */
const RETRY_PAUSES_MS = [100, 400];

/** Asks the acquirer for a pending charge's authorization and moves the charge to what it answered: authorized, captured or failed. */
@Injectable()
export class AuthorizeCharge {
  constructor(
    private readonly acquirer: Acquirer,
    private readonly cards: CardDirectory,
    private readonly writer: ChargeWriter,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws what the acquirer throws when it cannot even say whether it has authorized, and Error when the lease is too short for another
   * try; the charge stays pending
   */
  async execute(due: DueAuthorization): Promise<void> {
    const { charge, cause } = due;
    const result = await this.#resultFor(due);
    const now = this.clock.now();
    const move = result
      ? moveForResult(charge, result, this.acquirer.name, now)
      : moveForAcquirerError(charge, this.acquirer.name, now);
    await this.writer.move(move, cause);
  }

  /** The acquirer's answer; undefined when it kept erring and knows nothing of the charge. */
  async #resultFor(due: DueAuthorization): Promise<AuthorizationResult | undefined> {
    const request = this.#requestFor(due.charge);
    let isUnknown = due.mayHaveRun;
    for (let attempt = 0; ; attempt += 1) {
      if (isUnknown) {
        const earlier = await this.acquirer.inquire(request.reference);
        if (earlier) return earlier;
      }
      if (attempt > RETRY_PAUSES_MS.length) return undefined;
      if (!hasTimeForCall(due, this.clock.nowMs())) throw new Error('the lease would end before the acquirer answers');
      try {
        return await this.acquirer.authorize(request);
      } catch (error) {
        if (!(error instanceof AcquirerTimeoutError || error instanceof AcquirerUnavailableError)) throw error;
        isUnknown ||= error instanceof AcquirerTimeoutError;
      }
      await delay(RETRY_PAUSES_MS[attempt] ?? 0);
    }
  }

  #requestFor(charge: ChargeState): AuthorizationRequest {
    const card = this.cards.find(charge.terms.token);
    if (!card) throw new Error('the token of a charge is no longer known');
    return {
      reference: charge.id,
      amount: totalAmountOf(charge),
      currency: charge.details.currency,
      installments: charge.details.card.installments,
      capture: charge.terms.capture,
      card,
      softDescriptor: charge.details.soft_descriptor,
    };
  }
}
