import { Module } from '@nestjs/common';
import { EncryptionKey } from './encryption-key.js';
import { TokenizeCard } from './tokenize-card.js';
import { TokensController } from './tokens.controller.js';

@Module({
  controllers: [TokensController],
  providers: [TokenizeCard, EncryptionKey],
  exports: [TokenizeCard, EncryptionKey],
})
export class TokensModule {}
