import { Module } from '@nestjs/common';
import { ChargesSandboxController } from './charges-sandbox.controller.js';
import { SimulateCharge } from './simulate-charge.js';

@Module({ controllers: [ChargesSandboxController], providers: [SimulateCharge] })
export class ChargesSandboxModule {}
