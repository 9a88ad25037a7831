import { done, DomainError, type TokenizeCardCommand } from '@centavo/contracts';
import { BatchMessagePattern, type MemberOutcome, type ReceivedMessage } from '@centavo/messaging';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Vault } from './vault.js';

/** What is asked of the vault from outside. */
@Controller()
export class TokensController {
  constructor(private readonly vault: Vault) {}

  @BatchMessagePattern('tokens.create', { maxSize: 200, lingerMs: 5 })
  async tokenize(messages: readonly ReceivedMessage<TokenizeCardCommand>[]): Promise<MemberOutcome[]> {
    const outcomes = await this.vault.tokenize(
      messages.map(({ payload, headers, id }) => ({ command: payload, requestId: headers.correlationId ?? id })),
    );
    return outcomes.map((outcome) => (outcome instanceof DomainError ? { error: outcome } : { reply: outcome }));
  }

  @MessagePattern('tokens.public-key')
  async publicKey() {
    return done('Key found.', await this.vault.publicKey());
  }
}
