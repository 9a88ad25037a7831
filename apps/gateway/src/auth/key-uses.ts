import { Clock, Logger, newId } from '@centavo/runtime';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CommandClient } from '../commands/command-client.js';

/** Whoever looks for keys that nobody uses any more needs no closer time. */
const INTERVAL_MS = 60_000;
/** After a quiet minute the first use is told at once, with those that come along with it. */
const GATHERING_MS = 1000;
/** Some 400 kB of a command: well below what a message may be. */
const MAX_USES_PER_COMMAND = 5000;

/**
 * When API keys were last used, as this gateway sees it. A request only sets a time in memory; once a minute at most, and when the gateway
 * stops, the times are told to the service that keeps the keys. A gateway that is killed takes up to a minute of news with it.
 */
@Injectable()
export class KeyUses implements OnApplicationShutdown {
  #latestMs = new Map<string, number>();
  #toldAtMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly commands: CommandClient,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  note(apiKeyId: string): void {
    this.#latestMs.set(apiKeyId, this.clock.nowMs());
    this.#timer ??= this.#schedule();
  }

  /** By then the last request has been answered. */
  async onApplicationShutdown(): Promise<void> {
    await this.tell();
  }

  /** Tells what is new since the last time. What cannot be told now is told the next time. */
  async tell(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#toldAtMs = performance.now();
    const told = this.#latestMs;
    this.#latestMs = new Map();
    const uses = [...told].map(([api_key_id, ms]) => ({ api_key_id, used_at: new Date(ms).toISOString() }));
    try {
      for (let start = 0; start < uses.length; start += MAX_USES_PER_COMMAND) {
        const some = uses.slice(start, start + MAX_USES_PER_COMMAND);
        await this.commands.tell('api-keys.record-use', newId(), { uses: some });
      }
    } catch (error) {
      this.logger.warn('uses of API keys not told', { error });
      this.#latestMs = new Map([...told, ...this.#latestMs]);
    }
  }

  #schedule(): NodeJS.Timeout {
    const delayMs = Math.max(GATHERING_MS, this.#toldAtMs + INTERVAL_MS - performance.now());
    return setTimeout(() => void this.tell(), delayMs).unref();
  }
}
