import { DomainError, type CardToken, type SuccessAnswer, type TokenizeCardDto } from '@centavo/contracts';
import { newId, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { addressGroup } from '../auth/address.js';
import type { MerchantContext } from '../auth/caller.js';
import { FailureLimiter } from '../auth/failure-limiter.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class TokenizeCard {
  readonly #failures: FailureLimiter;

  constructor(
    private readonly commands: CommandClient,
    settings: Settings,
  ) {
    this.#failures = new FailureLimiter(settings.tokenizationFailuresPerMinute);
  }

  /**
   * @throws DomainError `validation_error`, `unsupported_card_brand`, `card_expired`; `rate_limit_exceeded` in their place for who fails
   * too often, be it by address or by key: a public key is public, and tells thieves which of their cards are good
   */
  async execute(
    caller: MerchantContext,
    address: string,
    { card }: TokenizeCardDto,
  ): Promise<SuccessAnswer<CardToken>> {
    const { merchantId: merchant_id, apiKeyId: api_key_id } = caller;
    try {
      return await this.commands.send('tokens.create', newId(), { merchant_id, api_key_id, card }, caller);
    } catch (error) {
      if (!(error instanceof DomainError) || error.status !== 422) throw error;
      throw this.#failures.recorded(error, [addressGroup(address), api_key_id]);
    }
  }
}
