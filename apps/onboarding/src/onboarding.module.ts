import { Module } from '@nestjs/common';
import { ApiKeySecrets } from './api-keys/api-key-secrets.js';
import { CreateApiKeyHandler } from './api-keys/create-api-key.handler.js';
import { RecordKeyUseHandler } from './api-keys/record-key-use.handler.js';
import { RevokeApiKeyHandler } from './api-keys/revoke-api-key.handler.js';
import { UpdateApiKeyHandler } from './api-keys/update-api-key.handler.js';
import { RecordAnswerHandler } from './audit/record-answer.handler.js';
import { RecordCallHandler } from './audit/record-call.handler.js';
import { DossiersModule } from './dossiers.module.js';
import { CreateMerchantHandler } from './merchants/create-merchant.handler.js';
import { UpdateMerchantHandler } from './merchants/update-merchant.handler.js';
import { CreateSubmerchantHandler } from './submerchants/create-submerchant.handler.js';
import { FindSubmerchantsHandler } from './submerchants/find-submerchants.handler.js';
import { ReviewSubmerchantHandler } from './submerchants/review-submerchant.handler.js';
import { UpdateSubmerchantHandler } from './submerchants/update-submerchant.handler.js';

@Module({
  imports: [DossiersModule],
  controllers: [
    CreateSubmerchantHandler,
    UpdateSubmerchantHandler,
    ReviewSubmerchantHandler,
    FindSubmerchantsHandler,
    CreateMerchantHandler,
    UpdateMerchantHandler,
    CreateApiKeyHandler,
    UpdateApiKeyHandler,
    RevokeApiKeyHandler,
    RecordKeyUseHandler,
    RecordCallHandler,
    RecordAnswerHandler,
  ],
  providers: [ApiKeySecrets],
})
export class OnboardingModule {}
