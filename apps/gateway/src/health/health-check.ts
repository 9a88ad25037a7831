import { done, DomainError, type SuccessAnswer } from '@centavo/contracts';
import { Bus } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { OVERLOAD_RETRY_AFTER_SECONDS } from '../http/errors/retry-after.js';

export class Health {
  @ApiProperty({ enum: ['ok'] }) status!: 'ok';
}

/** Anybody may ask, as often as he likes; PostgreSQL is asked once for all who ask meanwhile. */
@Injectable()
export class HealthCheck {
  #asking: Promise<boolean> | undefined;

  constructor(
    private readonly bus: Bus,
    private readonly database: Database,
  ) {}

  /** @throws DomainError `service_unavailable` when the database or the bus cannot be reached */
  async check(): Promise<SuccessAnswer<Health>> {
    this.#asking ??= this.database.isReady().finally(() => (this.#asking = undefined));
    if ((await this.#asking) && this.bus.isReady()) return done('Ready.', { status: 'ok' });
    throw new DomainError('service_unavailable', { retryAfterSeconds: OVERLOAD_RETRY_AFTER_SECONDS });
  }
}
