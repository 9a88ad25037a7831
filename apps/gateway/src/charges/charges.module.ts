import { Module } from '@nestjs/common';
import { ChargesController } from './charges.controller.js';
import { ChargeQueries } from './charges.queries.js';
import { CreateCharge } from './create-charge.js';

@Module({ controllers: [ChargesController], providers: [ChargeQueries, CreateCharge] })
export class ChargesModule {}
