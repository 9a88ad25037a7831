import { Module } from '@nestjs/common';
import { CreateMerchant } from './create-merchant.js';
import { MerchantsController } from './merchants.controller.js';
import { MerchantQueries } from './merchants.queries.js';

@Module({ controllers: [MerchantsController], providers: [CreateMerchant, MerchantQueries] })
export class MerchantsModule {}
