import { Module } from '@nestjs/common';
import { CreateSubmerchant } from './create-submerchant.js';
import { RequirementQueries } from './requirements.queries.js';
import { ReviewSubmerchant } from './review-submerchant.js';
import { SubmerchantReviewsController } from './submerchant-reviews.controller.js';
import { SubmerchantsController } from './submerchants.controller.js';
import { SubmerchantQueries } from './submerchants.queries.js';
import { UpdateSubmerchant } from './update-submerchant.js';

@Module({
  controllers: [SubmerchantsController, SubmerchantReviewsController],
  providers: [CreateSubmerchant, UpdateSubmerchant, ReviewSubmerchant, SubmerchantQueries, RequirementQueries],
  exports: [SubmerchantQueries],
})
export class SubmerchantsModule {}
