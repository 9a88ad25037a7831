import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../docs/answers.decorator.js';
import { Health, HealthCheck } from './health-check.js';

@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(private readonly health: HealthCheck) {}

  @Get()
  @Answers('Whether the platform can work', Health, { errors: ['service_unavailable'] })
  check() {
    return this.health.check();
  }
}
