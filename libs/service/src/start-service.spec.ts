import { commandsOf, done, DomainError, eventsOf, requeueDeadLetterCommand, type Answer } from '@centavo/contracts';
import {
  BatchEventPattern,
  Bus,
  BUS_TABLES_MIGRATION,
  InProcessBus,
  Outbox,
  type AddressedMessage,
  type ReceivedMessage,
} from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, Logger, Metrics, newId, Settings, SystemClock } from '@centavo/runtime';
import { eventually, silentLogger, startTestDatabase, testSettings, type TestDatabase } from '@centavo/testing';
import {
  Controller,
  Injectable,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { RunningApp } from './platform.js';
import type { ServiceDefinition } from './service-definition.js';
import { startService } from './start-service.js';

const history: string[] = [];
let isBroken = false;

@Injectable()
class Worker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    readonly settings: Settings,
    readonly bus: Bus,
    readonly database: Database,
    readonly logger: Logger,
    readonly clock: Clock,
    readonly metrics: Metrics,
    private readonly outbox: Outbox,
  ) {}

  onApplicationBootstrap(): void {
    history.push('worker started');
  }

  /** The last words of a worker still have to be heard. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.say('farewell');
  }

  async say(words: string): Promise<void> {
    const id = this.outbox.newId();
    const message = { id: newId(), topic: eventsOf('payments'), type: words, key: newId(), value: '{}', headers: {} };
    await this.database.transaction((transaction) =>
      this.outbox.add(transaction, { id, messages: [message], follows: [] }),
    );
  }
}

@Controller()
class GreetingsController {
  constructor(private readonly worker: Worker) {}

  @MessagePattern('greetings.create')
  async greet({ name }: { name: string }): Promise<Answer> {
    if (name === 'nobody') throw new DomainError('merchant_not_found');
    await this.worker.say('greeting');
    return done('Greeted', { name, at: this.worker.clock.nowMs() });
  }

  @BatchEventPattern('fragile', { maxSize: 10, lingerMs: 0 })
  async fragile(messages: readonly ReceivedMessage[]): Promise<void> {
    if (isBroken) throw new Error('a bug');
    await Promise.resolve();
    history.push(...messages.map(({ id }) => id));
  }
}

@Module({ controllers: [GreetingsController], providers: [Worker] })
class GreetingsModule {}

const definition: ServiceDefinition = { name: 'payments', module: GreetingsModule, migrations: [] };

const command = (type: string, payload: unknown): AddressedMessage => ({
  id: newId(),
  topic: commandsOf('payments'),
  type,
  key: newId(),
  value: JSON.stringify(payload),
  headers: {},
});
describe('startService', () => {
  let server: TestDatabase;
  let database: Database;
  let bus: Bus;
  let metrics: Metrics;
  let service: RunningApp;
  let events: string[];

  const request = (type: string, payload: unknown): Promise<unknown> => bus.request(command(type, payload), 60_000);

  beforeAll(async () => {
    server = await startTestDatabase([definition], { shared: [BUS_TABLES_MIGRATION] });
    database = await server.database('payments');
  });
  beforeEach(async () => {
    history.length = 0;
    events = [];
    isBroken = false;
    metrics = new Metrics();
    bus = new InProcessBus({ logger: silentLogger });
    await bus.subscribe({
      group: 'listener',
      topics: [eventsOf('payments')],
      handlers: [{ kind: 'single', pattern: '*', handle: async ({ type }) => Promise.resolve(void events.push(type)) }],
      deadLetters: { add: () => Promise.resolve() },
    });
    const platform = {
      settings: testSettings(),
      bus,
      database,
      logger: silentLogger,
      clock: new SystemClock(),
      metrics,
    };
    service = await startService(definition, platform);
  });
  afterEach(async () => {
    await service.stop();
    await bus.close();
  });
  afterAll(() => server.close());

  it('injects the platform and starts the workers', () => {
    expect(history).toEqual(['worker started']);
  });

  it('answers commands and speaks through the outbox', async () => {
    expect(await request('greetings.create', { name: 'Ana' })).toEqual({
      ok: true,
      status: 200,
      message: 'Greeted',
      data: { name: 'Ana', at: expect.any(Number) },
    });
    await eventually(() => events.includes('greeting'));
  });

  it('answers a broken rule with its error', async () => {
    expect(await request('greetings.create', { name: 'nobody' })).toMatchObject({
      ok: false,
      error: 'merchant_not_found',
    });
  });

  /** A message that was not handled, and would be now. @returns its id and its letter's */
  async function fragileLetter(): Promise<{ messageId: string; id: string }> {
    isBroken = true;
    const message = command('fragile', {});
    await bus.publish([message]);
    const [letter] = (await eventually(async () => {
      const letters = await database.query<{ id: string }>('SELECT id FROM dead_letters WHERE message_id = $1', [
        message.id,
      ]);
      return letters.length > 0 && letters;
    })) as { id: string }[];
    isBroken = false;
    return { messageId: message.id, id: letter!.id };
  }

  it('keeps what it cannot handle, and handles it when it is requeued', async () => {
    const { messageId, id } = await fragileLetter();

    const answer = await request(requeueDeadLetterCommand('payments'), { dead_letter_id: id });

    expect(answer).toMatchObject({ ok: true, data: { id } });
    await eventually(() => history.includes(messageId));
  });

  it('requeues once, and says the same again, when the command to do so is delivered twice', async () => {
    const { messageId, id } = await fragileLetter();
    const requeue = command(requeueDeadLetterCommand('payments'), { dead_letter_id: id, idempotency: null });

    const [first, again] = [await bus.request(requeue, 60_000), await bus.request(requeue, 60_000)];

    expect(first).toMatchObject({ ok: true, data: { id } });
    expect(again).toEqual({ ...(first as Answer), replayed: true });
    await eventually(() => history.includes(messageId));
  });

  it('does not know a dead letter that is not there', async () => {
    const answer = await request(requeueDeadLetterCommand('payments'), { dead_letter_id: newId() });

    expect(answer).toMatchObject({ ok: false, error: 'dead_letter_not_found' });
  });

  it('measures its handlers and its outbox', async () => {
    await request('greetings.create', { name: 'Ana' });

    const text = await metrics.text();
    expect(text).toContain('centavo_handled_messages_total{service="payments",pattern="greetings.create"} 1');
    expect(text).toMatch(/centavo_handler_duration_seconds_count\{.*outcome="done".*\} 1/);
    expect(text).toContain('centavo_outbox_pending_rows{service="payments"}');
  });

  it('lets its workers finish and publishes what they left when it stops', async () => {
    await service.stop();

    expect(events).toContain('farewell');
    expect(await database.query('SELECT id FROM outbox')).toEqual([]);
  });
});
