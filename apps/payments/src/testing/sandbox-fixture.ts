import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { Database } from '@centavo/persistence';
import { silentLogger, startTestDatabase, TestClock, type TestDatabase } from '@centavo/testing';
import type { ChargeableCard } from '../cards/card-reference.js';
import { SANDBOX_CARDS } from '../cards/sandbox-cards.domain.js';
import { CreateCharges1763740000000 } from '../migrations/create-charges.migration.js';
import { ExtendSandboxAcquirer1763800100000 } from '../migrations/extend-sandbox-acquirer.migration.js';
import { AcquirerNotifications, type AcquirerNotification } from '../acquirers/acquirer.port.js';
import { SandboxAcquirer } from '../acquirers/sandbox/sandbox-acquirer.js';
import { SandboxNotifier } from '../acquirers/sandbox/sandbox-notifier.js';
import { SandboxTriggers } from '../acquirers/sandbox/sandbox-triggers.js';

/** Takes what the sandbox tells and answers as the test says; by default that it fitted. */
export class HeardNotifications extends AcquirerNotifications {
  readonly heard: AcquirerNotification[] = [];
  answer: (notification: AcquirerNotification) => boolean = () => true;

  async receive(notification: AcquirerNotification): Promise<boolean> {
    this.heard.push(notification);
    return this.answer(notification);
  }

  of(reference: string): AcquirerNotification[] {
    return this.heard.filter((notification) => notification.reference === reference);
  }
}

/** The sandbox acquirer on a database of its own. */
export class SandboxFixture {
  readonly clock = new TestClock(new Date());
  readonly notifications = new HeardNotifications();
  readonly acquirer: SandboxAcquirer;
  readonly notifier: SandboxNotifier;
  readonly triggers: SandboxTriggers;

  private constructor(
    private readonly testDatabase: TestDatabase,
    readonly database: Database,
  ) {
    this.acquirer = new SandboxAcquirer(database);
    this.notifier = new SandboxNotifier(database, this.acquirer, this.notifications, silentLogger);
    this.triggers = new SandboxTriggers(database, this.notifications, this.clock);
  }

  static async start(): Promise<SandboxFixture> {
    const migrations = [CreateCharges1763740000000, ExtendSandboxAcquirer1763800100000];
    const testDatabase = await startTestDatabase([{ name: 'payments', migrations }], {
      shared: [BUS_TABLES_MIGRATION],
    });
    return new SandboxFixture(testDatabase, await testDatabase.database('payments'));
  }

  async stop(): Promise<void> {
    await this.notifier.beforeApplicationShutdown();
    await this.testDatabase.close();
  }
}

/** The sandbox's card behind `token`. */
export function cardOf(token: string): ChargeableCard {
  const card = SANDBOX_CARDS.get(token);
  if (!card) throw new Error(`the sandbox has no card ${token}`);
  return card;
}
