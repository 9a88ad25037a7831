import { Module } from '@nestjs/common';
import { HealthCheck } from './health-check.js';
import { HealthController } from './health.controller.js';

@Module({ controllers: [HealthController], providers: [HealthCheck] })
export class HealthModule {}
