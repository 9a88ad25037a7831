import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import { silentLogger, startTestDatabase, testClock, type TestClock, type TestDatabase } from '@centavo/testing';
import { capturedChargeMessage, type CapturedMessageTraits } from '../fixtures/charge-messages.js';
import { balancesOf } from '../fixtures/journal-view.js';
import { errorOf, LedgerFixture } from '../fixtures/ledger.fixture.js';
import { ledgerService } from '../ledger.service.js';
import type { ChargeMessage } from '../movements/charge-message.js';
import { SettlementLimits } from '../settlement/settlement-limits.js';

/** What a run says of itself. */
export interface Run {
  readonly settled: bigint;
  readonly amount: bigint;
  readonly isFinished: boolean;
}

/** When the charges of the worked example are captured. */
const CAPTURED_AT = '2026-11-20T15:00:01.000Z';
/** When everything is due. */
const FAR = '2040-01-02T12:00:00.000Z';

/** A ledger and its days. */
export class SettlementFixture {
  merchantId = '';

  private constructor(
    private readonly database: TestDatabase,
    readonly clock: TestClock,
    readonly ledger: LedgerFixture,
  ) {}

  static async start(limits?: SettlementLimits): Promise<SettlementFixture> {
    const database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    const clock = testClock(CAPTURED_AT);
    const ledger = await LedgerFixture.start(await database.database('ledger'), clock, silentLogger, limits);
    return new SettlementFixture(database, clock, ledger);
  }

  /** Another instance of the same ledger. */
  async another(...[limits, onEvent]: OtherInstance): Promise<LedgerFixture> {
    return LedgerFixture.start(await this.database.database('ledger'), this.clock, silentLogger, limits, onEvent);
  }

  /** The ledger's tables in the hands of the administrator, who may change what they are. */
  admin(): ReturnType<TestDatabase['adminDatabase']> {
    return this.database.adminDatabase('ledger');
  }

  /** A new merchant on the day of the worked example; nothing is open from before. */
  async begin(): Promise<void> {
    await this.settleAt(FAR);
    await this.ledger.database.query('DELETE FROM settlement_runs');
    this.clock.set(CAPTURED_AT);
    this.merchantId = await this.ledger.openMerchant();
  }

  /** @param traits over those of the worked example, with the merchant of the test */
  async capture(traits: Partial<CapturedMessageTraits> = {}): Promise<ChargeMessage> {
    const [message] = await this.captureMany(1, traits);
    return message!;
  }

  async captureMany(count: number, traits: Partial<CapturedMessageTraits> = {}): Promise<ChargeMessage[]> {
    const { merchantId } = this;
    const messages = Array.from({ length: count }, () => capturedChargeMessage({ merchantId, ...traits }));
    const errors = (await this.ledger.movements.take(messages)).map(errorOf).filter((error) => error !== undefined);
    if (errors.length > 0) throw new AggregateError(errors, 'not all charges could be captured');
    return messages;
  }

  /** A round at a time that has come. */
  async settleAt(time: string): Promise<void> {
    this.clock.set(time);
    await this.ledger.settlement.execute();
  }

  /** By installment. */
  async statusesOf({ key }: ChargeMessage): Promise<string[]> {
    return (await this.ledger.receivablesOf(key)).map(({ status }) => status);
  }

  /** Pending, available and blocked; of the merchant, unless somebody else is named. */
  balances(ownerId = this.merchantId): ReturnType<typeof balancesOf> {
    return balancesOf(this.ledger.database, ownerId);
  }

  /** @param day `YYYY-MM-DD` */
  async runOf(day: string): Promise<Run | undefined> {
    const [run] = await this.ledger.database.query<Run>(
      `SELECT settled, amount, finished_at IS NOT NULL AS "isFinished" FROM settlement_runs WHERE day = $1::date`,
      [day],
    );
    return run;
  }

  async close(): Promise<void> {
    await this.ledger.stop();
    await this.database.close();
  }
}

type OtherInstance = readonly [limits?: SettlementLimits, onEvent?: Parameters<typeof LedgerFixture.start>[4]];
