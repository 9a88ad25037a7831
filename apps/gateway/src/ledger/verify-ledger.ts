import { done, DomainError, type LedgerCheckRecord, type LedgerReport, type SuccessAnswer } from '@centavo/contracts';
import { Database, PrimaryReads } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { OperatorContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { PublishedRecords } from '../http/published-records.js';

/** A small ledger is checked in well under a second, a big one in minutes. */
const PAUSE_MS = 200;
/** Clients give up after five minutes, as a rule: say before that how to go on waiting. */
const PATIENCE_MS = 240_000;

/** Has the ledger checked and waits for what is found. The check goes on without whoever waits. */
@Injectable()
export class VerifyLedger implements BeforeApplicationShutdown {
  readonly #draining = new AbortController();
  readonly #checks: PublishedRecords<LedgerCheckRecord>;

  constructor(
    private readonly commands: CommandClient,
    database: Database,
  ) {
    this.#checks = new PublishedRecords(new PrimaryReads(database), 'ledger.published_ledger_checks', 'internal_error');
  }

  beforeApplicationShutdown(): void {
    this.#draining.abort();
  }

  /**
   * @param gone aborted when nobody waits any more
   * @throws DomainError `timeout` when it takes too long or this process stops: with the same idempotency key the same check is waited for
   */
  async execute(operator: OperatorContext, gone: AbortSignal): Promise<SuccessAnswer<LedgerReport>> {
    const id = newId();
    const ordered = await this.commands.send(
      'ledger.verify',
      id,
      { ...operator.fields, check_id: id, body: null },
      operator,
    );
    const signal = AbortSignal.any([gone, this.#draining.signal, AbortSignal.timeout(PATIENCE_MS)]);
    const report = await this.#reportOf(ordered.data.id, signal);
    const message = report.ok ? 'The ledger adds up.' : 'The ledger breaks its rules.';
    return { ...ordered, ...done(message, report) };
  }

  async #reportOf(id: string, signal: AbortSignal): Promise<LedgerReport> {
    while (!signal.aborted) {
      const check = await this.#checks.find(id);
      if (check?.report) return check.report;
      await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
    throw new DomainError('timeout');
  }
}
