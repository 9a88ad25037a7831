import {
  commandsOf,
  type Answer,
  type CommandName,
  type Commands,
  type PostbackEndpoint,
  type SuccessAnswer,
} from '@centavo/contracts';
import { InProcessBus } from '@centavo/messaging';
import type { Database } from '@centavo/persistence';
import { newId, openText, SecretBox, type Clock } from '@centavo/runtime';
import { PostbackReceiver, silentLogger, testSettings, type TestDatabase } from '@centavo/testing';
import type { DeliveryLimits } from '../delivery/delivery-limits.js';
import { ReceiverPaths } from './receiver-paths.js';
import { startWebhooks } from './start-webhooks.js';
import { startWebhooksDatabase } from './webhooks-database.js';

const REPLY_TIMEOUT_MS = 60_000;

/** A command on its way; by default each has a key of its own, so that commands of one endpoint meet in the database. */
interface Way {
  readonly key?: string;
  readonly messageId?: string;
}

/** An endpoint that a merchant has made. */
export interface MadeEndpoint {
  readonly id: string;
  readonly merchantId: string;
  readonly secret: string;
  /** What every command about it carries. */
  readonly command: {
    readonly merchant_id: string;
    readonly endpoint_id: string;
    readonly idempotency: null;
    readonly body: null;
  };
}

/** The service with its database, a bus and a receiver of its own; it is asked by commands, as the gateway asks it. */
export class WebhooksFixture {
  private constructor(
    readonly server: TestDatabase,
    readonly database: Database,
    readonly bus: InProcessBus,
    private readonly listener: PostbackReceiver,
    readonly receiver: ReceiverPaths,
    private readonly service: { stop(): Promise<void> },
  ) {}

  static async start({
    clock,
    limits,
  }: { readonly clock?: Clock; readonly limits?: Partial<DeliveryLimits> } = {}): Promise<WebhooksFixture> {
    const server = await startWebhooksDatabase();
    const database = await server.database('webhooks');
    const bus = new InProcessBus({ logger: silentLogger });
    const platform = { bus, database, settings: testSettings(), logger: silentLogger, ...(clock && { clock }) };
    const service = await startWebhooks(platform, limits);
    const listener = await PostbackReceiver.start();
    return new WebhooksFixture(server, database, bus, listener, new ReceiverPaths(listener), service);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.bus.close();
    await this.listener.close();
    await this.server.close();
  }

  async ask<Name extends CommandName>(
    type: Name,
    payload: Commands[Name]['payload'],
    { key = newId(), messageId = newId() }: Way = {},
  ): Promise<Answer<Commands[Name]['data']>> {
    const message = { id: messageId, type, key, topic: commandsOf('webhooks'), headers: {} };
    const answer = await this.bus.request({ ...message, value: JSON.stringify(payload) }, REPLY_TIMEOUT_MS);
    return answer as Answer<Commands[Name]['data']>;
  }

  /** @param path of the receiver */
  async anEndpoint(path: string, { merchantId = newId(), events = ['*'] } = {}): Promise<MadeEndpoint> {
    const id = newId();
    const command = { merchant_id: merchantId, endpoint_id: id, idempotency: null, body: null };
    const body = { url: this.receiver.url(path), events };
    const made = succeeded(await this.ask('postback-endpoints.create', { ...command, body }));
    return { id, merchantId, secret: secretIn(made.data), command };
  }
}

/** @throws when it was refused */
export function succeeded<Data>(answer: Answer<Data>): SuccessAnswer<Data> {
  if (!answer.ok) throw new Error(`${answer.error}: ${answer.message}`);
  return answer;
}

/** The secret in an answer, which the gateway would open. */
export const secretIn = ({ id, secret }: PostbackEndpoint): string =>
  openText(new SecretBox(testSettings().secretsKeys), secret!, id);
