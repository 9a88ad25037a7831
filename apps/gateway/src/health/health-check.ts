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
  #asking: Promise<string | null> | undefined;

  constructor(
    private readonly bus: Bus,
    private readonly database: Database,
  ) {}

  /** @throws DomainError `service_unavailable` when the database or the bus cannot be reached */
  async check(): Promise<SuccessAnswer<Health>> {
    this.#asking ??= this.database.problem().finally(() => (this.#asking = undefined));
    const away = (await this.#asking) !== null ? 'database' : this.bus.problem() !== null ? 'bus' : null;
    if (!away) return done('Ready.', { status: 'ok' });
    // Strangers may read this: which of them it is, and nothing of where or why.
    throw new DomainError('service_unavailable', {
      message: `The ${away} does not answer.`,
      retryAfterSeconds: OVERLOAD_RETRY_AFTER_SECONDS,
      reason: 'health',
    });
  }
}
