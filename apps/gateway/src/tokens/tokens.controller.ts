import { CardEncryptionKey, CardToken, TokenizeCardDto } from '@centavo/contracts';
import { Body, Controller, Get, Ip, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers } from '../docs/answers.decorator.js';
import { EncryptionKey, KEY_CACHE_CONTROL } from './encryption-key.js';
import { TokenizeCard } from './tokenize-card.js';

@ApiTags('Tokenization')
@Controller('v1/tokens')
export class TokensController {
  constructor(
    private readonly tokenizeCard: TokenizeCard,
    private readonly encryptionKey: EncryptionKey,
  ) {}

  @Post()
  @Answers('Tokenize a card; 200 when it has a token already', CardToken, {
    status: 201,
    orStatus: 200,
    errors: ['unsupported_card_brand', 'card_expired'],
  })
  tokenize(@Caller() caller: MerchantContext, @Ip() address: string, @Body() body: TokenizeCardDto) {
    const sender = { merchantId: caller.merchantId, actor: `api_key:${caller.apiKeyId}`, address };
    return this.tokenizeCard.execute(sender, body, caller);
  }

  @Get('public-key')
  @Answers('Get the key that cards are encrypted to', CardEncryptionKey)
  async publicKey(@Res({ passthrough: true }) reply: FastifyReply) {
    const answer = await this.encryptionKey.current(reply.request.id);
    void reply.header('cache-control', KEY_CACHE_CONTROL);
    return answer;
  }
}
