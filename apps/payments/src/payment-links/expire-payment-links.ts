import { Outbox, PeriodicWork } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, Logger, untilFewer } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { PaymentLinkWriter } from './payment-link-writer.js';
import { changed } from './payment-link.domain.js';
import { lockOverduePaymentLinks } from './payment-links.sql.js';

/** How late a link is said to have expired. It cannot be paid from the very moment. */
const INTERVAL_MS = 1_000;
const MAX_EXPIRED = 200;

/** Says of links whose time has passed that it has. However many instances run, each link is one's. */
@Injectable()
export class ExpirePaymentLinks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #rounds: PeriodicWork;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly writer: PaymentLinkWriter,
    private readonly clock: Clock,
    logger: Logger,
  ) {
    const work = async (): Promise<void> => void (await this.expire());
    this.#rounds = new PeriodicWork({ name: 'payment link expiry', intervalMs: INTERVAL_MS, work, logger });
  }

  onApplicationBootstrap(): void {
    this.#rounds.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#rounds.stop();
  }

  /** @returns how many links have expired */
  expire(): Promise<number> {
    return untilFewer(MAX_EXPIRED, () => this.#expireSome());
  }

  #expireSome(): Promise<number> {
    const now = this.clock.now();
    return this.database.transaction(async (transaction) => {
      const links = await lockOverduePaymentLinks(transaction, now, MAX_EXPIRED);
      if (links.length === 0) return 0;
      const id = this.outbox.newId();
      const changes = links.map((before) => ({ before, after: changed(before, {}, now), cause: {} }));
      await this.outbox.add(transaction, { id, ...(await this.writer.write(transaction, changes, id)) });
      return links.length;
    });
  }
}
