import { setTimeout as delay } from 'node:timers/promises';
import type { MessageHeaders } from '@centavo/messaging';
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
   * @param mayHaveRun an earlier process may have asked already: inquire first
   * @throws what the acquirer throws when it cannot even say whether it has authorized; the charge stays pending
   */
  async execute(charge: ChargeState, cause: MessageHeaders, mayHaveRun: boolean): Promise<void> {
    const result = await this.#resultFor(charge, mayHaveRun);
    const now = this.clock.now();
    const move = result
      ? moveForResult(charge, result, this.acquirer.name, now)
      : moveForAcquirerError(charge, this.acquirer.name, now);
    await this.writer.move(move, cause);
  }

  /** The acquirer's answer; undefined when it kept erring and knows nothing of the charge. */
  async #resultFor(charge: ChargeState, mayHaveRun: boolean): Promise<AuthorizationResult | undefined> {
    const request = this.#requestFor(charge);
    let isUnknown = mayHaveRun;
    for (let attempt = 0; ; attempt += 1) {
      if (isUnknown) {
        const earlier = await this.acquirer.inquire(request.reference);
        if (earlier) return earlier;
      }
      if (attempt > RETRY_PAUSES_MS.length) return undefined;
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
