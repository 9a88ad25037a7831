import { BUS_TABLES_MIGRATION, Idempotency, InProcessBus, Outbox, type AddressedMessage } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { silentLogger, startTestDatabase, TestClock, testSettings, type TestDatabase } from '@centavo/testing';
import { SandboxAcquirer } from '../acquirers/sandbox/sandbox-acquirer.js';
import { CardDirectory } from '../cards/card-directory.js';
import { AuthorizationQueue } from '../charges/authorization-queue.js';
import { AuthorizeCharge } from '../charges/authorize-charge.js';
import { ChargeWriter } from '../charges/charge-writer.js';
import { CreateCharge } from '../charges/create-charge.js';
import { RecoverCharges } from '../charges/recover-charges.js';
import { PAYMENTS_MIGRATIONS } from '../migrations/index.js';

/** One instance of payments, wired by hand on a real database and the in-process bus. */
export class PaymentsInstance {
  readonly clock = new TestClock();
  readonly acquirer: SandboxAcquirer;
  readonly writer: ChargeWriter;
  readonly authorizeCharge: AuthorizeCharge;
  readonly queue: AuthorizationQueue;
  readonly createCharge: CreateCharge;
  readonly recoverCharges: RecoverCharges;
  readonly outbox: Outbox;

  constructor(
    readonly database: PostgresDatabase,
    readonly bus: InProcessBus,
  ) {
    const cards = new CardDirectory(testSettings());
    this.outbox = new Outbox(database, bus, silentLogger);
    this.acquirer = new SandboxAcquirer(database);
    this.writer = new ChargeWriter(database, this.outbox, new Idempotency());
    this.authorizeCharge = new AuthorizeCharge(this.acquirer, cards, this.writer, this.clock);
    this.queue = new AuthorizationQueue(this.authorizeCharge, this.clock, silentLogger);
    this.createCharge = new CreateCharge(cards, this.writer, this.queue, this.outbox, this.clock);
    this.recoverCharges = new RecoverCharges(database, this.queue, this.clock, silentLogger);
  }

  /** Waits until every charge of this instance has been to the acquirer and every event is out. */
  async settled(): Promise<void> {
    await this.queue.drained();
    await this.writer.drained();
    await this.outbox.stop();
  }
}

/** A payments database with as many instances on it as a test wants, and everything they said on the bus. */
export class PaymentsFixture {
  readonly events: AddressedMessage[] = [];

  private constructor(
    private readonly testDatabase: TestDatabase,
    readonly database: PostgresDatabase,
    readonly bus: InProcessBus,
  ) {}

  static async start(): Promise<PaymentsFixture> {
    const testDatabase = await startTestDatabase([{ name: 'payments', migrations: PAYMENTS_MIGRATIONS }], {
      shared: [BUS_TABLES_MIGRATION],
    });
    const fixture = new PaymentsFixture(
      testDatabase,
      await testDatabase.database('payments'),
      new InProcessBus({ logger: silentLogger }),
    );
    await fixture.bus.subscribe({
      group: 'listener',
      topics: ['payments.events'],
      handlers: [{ kind: 'single', pattern: '*', handle: async (message) => void fixture.events.push(message) }],
      deadLetters: { add: async ({ reason }) => Promise.reject(new Error(reason)) },
    });
    return fixture;
  }

  async instance(): Promise<PaymentsInstance> {
    return new PaymentsInstance(await this.testDatabase.database('payments'), this.bus);
  }

  /** Kinds of the events of a charge, in the order they were heard. */
  kindsOf(chargeId: string): string[] {
    return this.events.filter(({ key }) => key === chargeId).map(({ type }) => type);
  }

  async stop(): Promise<void> {
    await this.bus.close();
    await this.testDatabase.close();
  }
}
