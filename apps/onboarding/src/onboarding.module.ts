import { Module } from '@nestjs/common';
import { ApiKeySecrets } from './api-keys/api-key-secrets.js';
import { CreateApiKeyHandler } from './api-keys/create-api-key.handler.js';
import { RevokeApiKeyHandler } from './api-keys/revoke-api-key.handler.js';
import { CreateMerchantHandler } from './merchants/create-merchant.handler.js';

@Module({
  controllers: [CreateMerchantHandler, CreateApiKeyHandler, RevokeApiKeyHandler],
  providers: [ApiKeySecrets],
})
export class OnboardingModule {}
