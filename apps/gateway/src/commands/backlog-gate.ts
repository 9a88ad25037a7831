import { DomainError, eventsOf } from '@centavo/contracts';
import { Bus } from '@centavo/messaging';
import { Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { OVERLOAD_RETRY_AFTER_SECONDS } from '../http/errors/retry-after.js';

const MAX_AGE_MS = 250;

/**
 * Lets no new charges in while what follows them (ledger, postbacks) is far behind: without it a fast front would pile up work
 * that takes minutes to come out. Only new charges are held back; nothing else makes the pile grow.
 */
@Injectable()
export class BacklogGate {
  #backlog = 0;
  #askedAtMs = -Infinity;

  constructor(
    private readonly bus: Bus,
    private readonly settings: Settings,
  ) {}

  /** @throws DomainError `service_unavailable` */
  assertOpen(): void {
    if (performance.now() - this.#askedAtMs > MAX_AGE_MS) this.#ask();
    if (this.#backlog <= this.settings.maxBacklog) return;
    throw new DomainError('service_unavailable', {
      message: 'Too many charges are still being worked on.',
      retryAfterSeconds: OVERLOAD_RETRY_AFTER_SECONDS,
      reason: 'backlog',
    });
  }

  /** Nobody waits for the figure: it is a quarter of a second old at most while requests come. */
  #ask(): void {
    this.#askedAtMs = performance.now();
    this.bus.backlog(eventsOf('payments')).then(
      (backlog) => (this.#backlog = backlog),
      // A bus that cannot be asked says so to the command itself.
      () => undefined,
    );
  }
}
