import { Module } from '@nestjs/common';
import { CreateMerchant } from './create-merchant.js';
import { MerchantsController } from './merchants.controller.js';
import { MerchantQueries } from './merchants.queries.js';
import { UpdateMerchant } from './update-merchant.js';

@Module({ controllers: [MerchantsController], providers: [CreateMerchant, UpdateMerchant, MerchantQueries] })
export class MerchantsModule {}
