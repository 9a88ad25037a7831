import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@centavo/runtime';
import type { TestMerchant } from '../../http-client.js';
import { HttpClient } from '../../http-client.js';
import type { Effect } from '../history/history-line.js';
import type { Random } from '../random.js';
import type { OperationType } from './operation-types.js';
import type { Ask, Asked, RecordingClient } from './recording-client.js';

/** Somebody who may be charged for, and who may withdraw. */
export interface Seller {
  readonly id: string;
}

/** A merchant with what its clients share. */
export interface Account {
  readonly merchant: TestMerchant;
  readonly operator: string;
  readonly pin: string | undefined;
  readonly sellers: readonly Seller[];
  /** Where its postbacks can go. */
  readonly receiverUrl: string;
}

interface AskOptions {
  readonly method?: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly effect?: Effect;
  readonly copies?: number;
  readonly key?: string;
  readonly changes?: number;
  readonly as?: Ask['as'] | null;
}

/** An operation that nobody told its client about, to be asked for once more when all is quiet. */
export interface Unfinished {
  readonly ask: Ask;
  readonly operation: number;
}

/** One in so many operations is given up when it is not answered at once. */
const IMPATIENT = 0.15;
const LOOK_EVERY_MS = 250;
const LOOKS = 40;
const LOOK_TIMEOUT_MS = 5_000;

/** One of the clients of a merchant: does one thing after the other. */
export class Customer {
  readonly unfinished: Unfinished[] = [];
  #marks = 0;

  constructor(
    private readonly client: RecordingClient,
    readonly account: Account,
    readonly random: Random,
    private readonly name: string,
  ) {}

  get walletId(): string {
    return this.account.merchant.wallet.id;
  }

  mark(kind: Effect['kind']): Effect {
    this.#marks += 1;
    return { kind, mark: `${this.name}-${this.#marks}` };
  }

  /** @returns what was answered; undefined when it was refused or given up */
  async ask<Data>(
    type: OperationType,
    path: string,
    body: unknown = {},
    options: AskOptions = {},
  ): Promise<Data | undefined> {
    const { answer } = await this.perform(type, path, body, options);
    return answer && answer.body.error === undefined ? (answer.body.data as Data) : undefined;
  }

  async perform(
    type: OperationType,
    path: string,
    body: unknown = {},
    options: AskOptions = {},
  ): Promise<Asked & { key: string }> {
    const { credentials, merchant } = this.account.merchant;
    const ask: Ask = {
      type,
      merchantId: merchant.id,
      as: options.as === null ? undefined : (options.as ?? credentials),
      method: options.method ?? 'POST',
      path,
      key: options.key ?? newId(),
      body,
      effect: options.effect ?? null,
      copies: options.copies ?? 1,
      changes: options.changes ?? null,
      isImpatient: this.random.chance(IMPATIENT),
    };
    const asked = await this.client.ask(ask);
    // The other half never hears of it.
    if (!asked.answer && this.random.chance(0.5)) this.unfinished.push({ ask, operation: asked.operation });
    return { ...asked, key: ask.key };
  }

  async comeBack(): Promise<void> {
    for (const { ask, operation } of this.unfinished) await this.client.comeBack(ask, operation);
  }

  /** Looks until `isThere`, for a while. @returns undefined when it did not come */
  async see<Data>(path: string, isThere: (data: Data) => boolean): Promise<Data | undefined> {
    for (let look = 0; look < LOOKS; look += 1) {
      const data = await this.#look<Data>(path);
      if (data !== undefined && isThere(data)) return data;
      await delay(LOOK_EVERY_MS);
    }
    return undefined;
  }

  async #look<Data>(path: string): Promise<Data | undefined> {
    const http = new HttpClient(this.client.gateways.next().baseUrl);
    const looking = http.get<Data>(path, this.account.merchant.credentials).catch(() => undefined);
    const reply = await Promise.race([looking, delay(LOOK_TIMEOUT_MS, undefined, { ref: false })]);
    return reply?.status === 200 ? reply.body.data : undefined;
  }
}
