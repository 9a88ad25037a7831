import { DomainError, type CardToken, type SuccessAnswer, type TokenizeCardDto } from '@centavo/contracts';
import { newId, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { addressGroup } from '../auth/address.js';
import type { RequestOrigin } from '../auth/caller.js';
import { FailureLimiter } from '../auth/failure-limiter.js';
import { CommandClient } from '../commands/command-client.js';

/** Whose card it will be, and who sends it. */
export interface CardSender {
  readonly merchantId: string;
  /** `api_key:` or `payment_link:` and its id. */
  readonly actor: string;
  readonly address: string;
}

@Injectable()
export class TokenizeCard {
  readonly #failures: FailureLimiter;

  constructor(
    private readonly commands: CommandClient,
    settings: Settings,
  ) {
    this.#failures = new FailureLimiter(settings.tokenizationFailuresPerMinute, 'failed_tokenizations');
  }

  /**
   * @throws DomainError `validation_error`, `unsupported_card_brand`, `card_expired`; `rate_limit_exceeded` in their place for who fails
   * too often, be it by address or by actor: public keys and links are public, and tell thieves which of their cards are good
   */
  async execute(
    { merchantId: merchant_id, actor, address }: CardSender,
    { card }: TokenizeCardDto,
    origin: RequestOrigin,
  ): Promise<SuccessAnswer<CardToken>> {
    try {
      return await this.commands.send('tokens.create', newId(), { merchant_id, actor, card }, origin);
    } catch (error) {
      if (!(error instanceof DomainError) || error.status !== 422) throw error;
      throw this.#failures.recorded(error, [addressGroup(address), actor]);
    }
  }
}
