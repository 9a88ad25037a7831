import { PeriodicWork } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, GuardedHttpClient, Logger, OutboundError, Settings } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { claimDueChecks, finishCheck, type DueCheck } from './document-checks.sql.js';
import { findingsOf, isPassing } from './file-findings.domain.js';

const INTERVAL_MS = 2_000;
const MAX_CLAIMED = 20;
/** Longer than a request may take. A check that came to nothing is tried again after it. */
const LEASE_MS = 60_000;
const MAX_ATTEMPTS = 3;

/** Header texts are the server's: they go into notes of a bounded length. */
const MAX_NOTES_LENGTH = 500;

const HEADERS = { 'user-agent': 'Centavo-Documents/1.0', accept: '*/*', 'accept-encoding': 'identity' } as const;

/**
 * Looks at the files of new documents, where the deployment wants that, and notes what it found. It decides nothing. It asks with GET,
 * because signed links are often good for that alone, and reads hardly anything of the answer.
 */
@Injectable()
export class CheckDocuments implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #rounds: PeriodicWork;

  constructor(
    private readonly database: Database,
    private readonly client: GuardedHttpClient,
    private readonly clock: Clock,
    private readonly settings: Settings,
    logger: Logger,
  ) {
    this.#rounds = new PeriodicWork({
      name: 'checking of documents',
      intervalMs: INTERVAL_MS,
      work: async () => void (await this.execute()),
      logger,
    });
  }

  onApplicationBootstrap(): void {
    if (this.settings.verifyDocumentUrls) this.#rounds.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#rounds.stop();
    await this.client.destroy();
  }

  /** One round. @returns how many files were looked at */
  async execute(): Promise<number> {
    const due = await claimDueChecks(this.database, LEASE_MS, MAX_CLAIMED);
    await Promise.all(due.map((check) => this.#check(check)));
    return due.length;
  }

  async #check(check: DueCheck): Promise<void> {
    const { notes, isFinal } = await this.#lookAt(check);
    if (!isFinal && check.attempts < MAX_ATTEMPTS) return;
    await finishCheck(this.database, check.document_id, notes.slice(0, MAX_NOTES_LENGTH), this.clock.now());
  }

  async #lookAt(check: DueCheck): Promise<{ readonly notes: string; readonly isFinal: boolean }> {
    try {
      const url = new URL(check.file_url);
      const { status, headers } = await this.client.send({ method: 'GET', url, headers: HEADERS });
      const served = {
        status,
        contentType: textOf(headers['content-type']),
        contentLength: textOf(headers['content-length']),
      };
      return { notes: findingsOf(check, served), isFinal: !isPassing(served) };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const notes = `file_url could not be reached: ${error.failure}: ${error.message}.`;
      return { notes, isFinal: error.failure === 'url_not_allowed' };
    }
  }
}

const textOf = (header: string | string[] | undefined): string | undefined => [header].flat()[0];
