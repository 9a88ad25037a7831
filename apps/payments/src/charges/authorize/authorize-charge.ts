import { Clock, faultPoint, LeaseEndsError, type ErrandOutcome } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { Acquirer, type AuthorizationRequest, type AuthorizationResult } from '../../acquirers/acquirer.port.js';
import { CardDirectory } from '../../cards/card-directory.js';
import { askAcquirer } from '../ask-acquirer.js';
import { moveForAcquirerError, moveForResult } from '../charge-transition.domain.js';
import { totalAmountOf, type ChargeState } from '../charge.domain.js';
import type { DueWork } from '../due-work.js';
import { reverseLater } from '../reverse-failed-charge.js';
import { ChargeWriter } from '../write/charge-writer.js';

/** How long we keep asking whether the acquirer has authorized; no charge stays pending longer. */
const UNKNOWN_AT_MOST_MS = 10 * 60 * 1000;

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
   * try; the charge stays pending, within its bound
   */
  async execute(due: DueWork): Promise<void> {
    const { charge, cause } = due;
    faultPoint('authorize.before-acquirer');
    const { result, isCertain } = await this.#ask(due);
    faultPoint('authorize.after-acquirer');
    const now = this.clock.now();
    if (result) {
      await this.writer.move({ move: moveForResult(charge, result, this.acquirer.name, now), cause });
    } else {
      const move = moveForAcquirerError(charge, this.acquirer.name, now);
      await this.writer.move({ move, cause, ...(!isCertain && { nextTask: reverseLater(charge, cause) }) });
    }
    faultPoint('authorize.after-commit');
  }

  async #ask(due: DueWork): Promise<ErrandOutcome<AuthorizationResult>> {
    try {
      const request = await this.#requestFor(due.charge);
      return await askAcquirer(
        {
          ask: () => this.acquirer.authorize(request),
          inquire: () => this.acquirer.inquire(request.reference),
        },
        due,
        () => this.clock.nowMs(),
      );
    } catch (error) {
      const pendingMs = this.clock.nowMs() - due.charge.created_at.getTime();
      if (error instanceof LeaseEndsError || pendingMs < UNKNOWN_AT_MOST_MS) throw error;
      return { result: undefined, isCertain: false };
    }
  }

  async #requestFor({ id, terms, details, ...charge }: ChargeState): Promise<AuthorizationRequest> {
    return {
      reference: id,
      amount: totalAmountOf(charge),
      currency: details.currency,
      installments: details.installments,
      capture: terms.capture,
      card: await this.cards.chargeable(terms.token!, `charge:${id}`),
      softDescriptor: details.soft_descriptor,
    };
  }
}
