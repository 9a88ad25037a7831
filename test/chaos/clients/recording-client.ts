import { setTimeout as delay } from 'node:timers/promises';
import { authorizationOf, type Credentials } from '../../http-client.js';
import type { AskLine } from '../history/history-line.js';
import type { History } from '../history/history.js';
import type { GatewayAddress, Gateways } from './gateways.js';
import { isForGood, type ReceivedAnswer } from './is-for-good.js';

/** An operation before it is sent. */
export interface Ask extends Omit<AskLine, 'line' | 'operation'> {
  readonly as: Credentials | undefined;
  /** Gives up at the first answer that is none, and comes back never or much later. */
  readonly isImpatient: boolean;
}

/** What became of an operation, as far as its client knows. */
export interface Asked {
  readonly operation: number;
  /** Undefined when it was given up. */
  readonly answer: ReceivedAnswer | undefined;
}

/** Longer than the gateway waits for a service. */
const ANSWER_TIMEOUT_MS = 7_000;
const PATIENCE_MS = 60_000;
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 4_000;

/** Sends operations the way merchants are told to, with one key until there is an answer for good, and writes all of it down. */
export class RecordingClient {
  constructor(
    private readonly history: History,
    readonly gateways: Gateways,
  ) {}

  async ask(ask: Ask): Promise<Asked> {
    const operation = this.history.nextOperation();
    const { as: _, isImpatient: _i, ...written } = ask;
    this.history.add({ line: 'ask', operation, ...written });
    const answers = await Promise.all(
      Array.from({ length: ask.copies }, (_, copy) => this.#insist(ask, operation, copy)),
    );
    return { operation, answer: answers.find((answer) => answer !== undefined) };
  }

  /** Asks once more for what was given up. */
  async comeBack(ask: Ask, operation: number): Promise<void> {
    await this.#insist({ ...ask, isImpatient: false }, operation, ask.copies);
  }

  async #insist(ask: Ask, operation: number, copy: number): Promise<ReceivedAnswer | undefined> {
    const giveUpAt = performance.now() + PATIENCE_MS;
    let gateway: GatewayAddress | undefined;
    for (let attempt = 1; ; attempt += 1) {
      gateway = this.gateways.next(gateway?.name);
      const answer = await this.#send(ask, gateway, { operation, copy, attempt });
      if (answer && isForGood(answer)) return answer;
      if (ask.isImpatient || performance.now() > giveUpAt) break;
      await delay(Math.min(PAUSE_MS * attempt, LONGEST_PAUSE_MS));
    }
    this.history.add({ line: 'given up', operation, copy });
    return undefined;
  }

  async #send(
    { as, method, path, key, body }: Ask,
    { name, baseUrl }: GatewayAddress,
    which: { readonly operation: number; readonly copy: number; readonly attempt: number },
  ): Promise<ReceivedAnswer | undefined> {
    this.history.add({ line: 'send', ...which, gateway: name });
    try {
      const response = await fetch(baseUrl + path, {
        method,
        headers: {
          ...(as !== undefined && { authorization: authorizationOf(as) }),
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      const answer = {
        status: response.status,
        isReplayed: response.headers.has('idempotent-replayed'),
        body: (await response.json()) as ReceivedAnswer['body'],
      };
      this.history.add({ line: 'answer', ...which, ...answer });
      return answer;
    } catch (error) {
      const { name: kind, cause } = error as Error & { cause?: { code?: string } };
      this.history.add({ line: 'silence', ...which, reason: cause?.code ?? kind });
      return undefined;
    }
  }
}
