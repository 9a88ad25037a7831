import { BUS_TABLES_MIGRATION, Idempotency, InProcessBus, Outbox, type AddressedMessage } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { NO_TRACER } from '@centavo/runtime';
import { schemasOf, VAULT_ROLE } from '@centavo/service';
import {
  eventually,
  silentLogger,
  startTestDatabase,
  TestClock,
  testSettings,
  type TestDatabase,
} from '@centavo/testing';
import type { AcquirerNotifications, OperationRequest } from '../acquirers/acquirer.port.js';
import { SandboxAcquirer } from '../acquirers/sandbox/sandbox-acquirer.js';
import { SandboxTriggers } from '../acquirers/sandbox/sandbox-triggers.js';
import { CardDirectory } from '../cards/card-directory.js';
import { AuthorizationQueue } from '../charges/authorize/authorization-queue.js';
import { AuthorizeCharge } from '../charges/authorize/authorize-charge.js';
import { ReverseFailedCharge } from '../charges/reverse-failed-charge.js';
import { AbandonCharge } from '../charges/create/abandon-charge.js';
import { CreateCharge } from '../charges/create/create-charge.js';
import { DraftCharge } from '../charges/create/draft-charge.js';
import { LaunchCharge } from '../charges/create/launch-charge.js';
import { NamedSubmerchants } from '../charges/create/named-submerchants.js';
import { PaymentCode } from '../charges/create/payment-code.js';
import { ReceiveNotification } from '../charges/notify/receive-notification.js';
import { SimulateCharge } from '../charges/notify/simulate-charge.js';
import { BeginOperation } from '../charges/operate/begin-operation.js';
import { CaptureCharge } from '../charges/operate/capture-charge.js';
import { ExpireCharge } from '../charges/operate/expire-charge.js';
import { FinishOperation } from '../charges/operate/finish-operation.js';
import { OperateOnCharge } from '../charges/operate/operate-on-charge.js';
import { RefundCharge } from '../charges/operate/refund-charge.js';
import { VoidCharge } from '../charges/operate/void-charge.js';
import { RecoverCharges } from '../charges/recover-charges.js';
import { ChargeTasks } from '../charges/charge-tasks.js';
import { ChargeWriter } from '../charges/write/charge-writer.js';
import type { ChargeState } from '../charges/charge.domain.js';
import { findCharges } from '../charges/charges.sql.js';
import { PaymentLinkUses } from '../payment-links/payment-link-uses.js';
import { PaymentLinkWriter } from '../payment-links/payment-link-writer.js';
import { paymentsService } from '../payments.service.js';
import { AskOnboarding } from '../submerchants/ask-onboarding.js';
import { KnownSubmerchants } from '../submerchants/known-submerchants.js';
import { aChargeCommand } from './charge-command.js';
import { OnboardingDesk } from './onboarding-desk.js';
import { PaymentLinksInstance } from './payment-links-instance.js';
import { vaultOn } from './vault-fixture.js';

/** One instance of payments, wired by hand on a real database and the in-process bus. */
export class PaymentsInstance {
  readonly clock = new TestClock();
  readonly acquirer: SandboxAcquirer;
  readonly submerchants: KnownSubmerchants;
  readonly writer: ChargeWriter;
  readonly authorizeCharge: AuthorizeCharge;
  readonly queue: AuthorizationQueue;
  readonly createCharge: CreateCharge;
  readonly links: PaymentLinksInstance;
  readonly captureCharge: CaptureCharge;
  readonly voidCharge: VoidCharge;
  readonly refundCharge: RefundCharge;
  readonly expireCharge: ExpireCharge;
  readonly beginOperation: BeginOperation;
  readonly finishOperation: FinishOperation;
  readonly notifications: ReceiveNotification;
  readonly simulateCharge: SimulateCharge;
  readonly recoverCharges: RecoverCharges;
  readonly outbox: Outbox;

  constructor(
    readonly database: PostgresDatabase,
    vaultDatabase: PostgresDatabase,
    readonly bus: InProcessBus,
  ) {
    const { clock } = this;
    const settings = testSettings();
    const cards = new CardDirectory(vaultOn(vaultDatabase, settings, clock), settings, clock);
    const idempotency = new Idempotency();
    this.outbox = new Outbox(database, bus, silentLogger);
    this.acquirer = new SandboxAcquirer(database);
    const linkWriter = new PaymentLinkWriter(settings);
    const uses = new PaymentLinkUses(linkWriter, clock);
    this.writer = new ChargeWriter(database, this.outbox, idempotency, uses);

    this.authorizeCharge = new AuthorizeCharge(this.acquirer, cards, this.writer, clock);
    this.queue = new AuthorizationQueue(this.authorizeCharge, clock, silentLogger, NO_TRACER);
    const abandonCharge = new AbandonCharge(this.acquirer, this.writer, clock);
    const codes = new PaymentCode(this.acquirer, settings, clock, silentLogger);
    this.submerchants = new KnownSubmerchants(database);
    const named = new NamedSubmerchants(this.submerchants, new AskOnboarding(bus));
    const draftCharge = new DraftCharge(cards, named, codes, clock, settings);
    const launchCharge = new LaunchCharge(this.queue, abandonCharge, this.outbox, clock);
    this.createCharge = new CreateCharge(draftCharge, launchCharge, this.writer);
    this.links = new PaymentLinksInstance({
      database,
      idempotency,
      outbox: this.outbox,
      clock,
      settings,
      submerchants: named,
      draftCharge,
      launchCharge,
      chargeWriter: this.writer,
      linkWriter,
      uses,
    });

    const tasks = new ChargeTasks(database);
    this.beginOperation = new BeginOperation(database, idempotency, clock);
    this.finishOperation = new FinishOperation(database, idempotency, tasks, this.acquirer, this.writer, clock);
    const operations = new OperateOnCharge(this.beginOperation, this.finishOperation, this.writer);
    this.captureCharge = new CaptureCharge(operations);
    this.voidCharge = new VoidCharge(operations);
    this.refundCharge = new RefundCharge(operations);
    this.expireCharge = new ExpireCharge(operations);

    this.notifications = new ReceiveNotification(database, this.writer, clock, silentLogger);
    const triggers = new SandboxTriggers(database, this.notifications, clock);
    this.simulateCharge = new SimulateCharge(database, idempotency, triggers, this.expireCharge, this.writer, settings);
    this.recoverCharges = new RecoverCharges(
      database,
      this.queue,
      abandonCharge,
      new ReverseFailedCharge(tasks, this.acquirer, clock, silentLogger),
      this.finishOperation,
      this.expireCharge,
      clock,
      silentLogger,
      NO_TRACER,
    );
  }

  /** A payment of a Pix or boleto at the acquirer of which this process died before it heard. */
  async paidUnheard({ id }: ChargeState): Promise<void> {
    const deaf: AcquirerNotifications = { receive: async () => false };
    await new SandboxTriggers(this.database, deaf, this.clock).pay(id);
  }

  /** Waits until every charge of this instance has been to the acquirer and every event is out. */
  async settled(): Promise<void> {
    await this.queue.drained();
    await this.writer.drained();
    await eventually(() => this.outbox.pending === 0);
  }
}

/** A payments database with as many instances on it as a test wants, and everything they said on the bus. */
export class PaymentsFixture {
  readonly events: AddressedMessage[] = [];
  readonly onboarding = new OnboardingDesk();
  readonly #instances: PaymentsInstance[] = [];

  private constructor(
    private readonly testDatabase: TestDatabase,
    readonly database: PostgresDatabase,
    readonly bus: InProcessBus,
  ) {}

  static async start(): Promise<PaymentsFixture> {
    const testDatabase = await startTestDatabase(schemasOf([paymentsService]), { shared: [BUS_TABLES_MIGRATION] });
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
    await fixture.onboarding.open(fixture.bus);
    return fixture;
  }

  async instance(): Promise<PaymentsInstance> {
    const [own, vault] = [await this.testDatabase.database('payments'), await this.testDatabase.database(VAULT_ROLE)];
    const instance = new PaymentsInstance(own, vault, this.bus);
    this.#instances.push(instance);
    return instance;
  }

  async chargeOf(id: string): Promise<ChargeState> {
    return (await findCharges(this.database, [id]))[0]!;
  }

  /** A charge that has come to rest: by default captured. */
  async settledCharge(
    payments: PaymentsInstance,
    body: Parameters<typeof aChargeCommand>[0] = {},
  ): Promise<ChargeState> {
    const command = aChargeCommand(body);
    await payments.createCharge.execute(command, {});
    await payments.settled();
    return this.chargeOf(command.charge_id);
  }

  /** How often the acquirer did something to a charge. */
  async operationsOf(chargeId: string, kind: OperationRequest['kind']): Promise<number> {
    const rows = await this.database.query(
      `SELECT FROM sandbox_operations WHERE payment = $1 AND kind = $2 AND result->>'outcome' = 'done'`,
      [chargeId, kind],
    );
    return rows.length;
  }

  /** Leases are counted by PostgreSQL's clock; this one's time is up. */
  async endLease(chargeId: string): Promise<void> {
    await this.database.query('UPDATE charge_tasks SET due_at = now() WHERE charge_id = $1', [chargeId]);
  }

  /** Kinds of the events of a charge, in the order they were heard. */
  kindsOf(chargeId: string): string[] {
    return this.events.filter(({ key }) => key === chargeId).map(({ type }) => type);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#instances.map(({ outbox }) => outbox.stop()));
    await this.bus.close();
    await this.testDatabase.close();
  }
}
