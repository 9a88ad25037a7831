import type { Answer, CreateWithdrawalCommand, Withdrawal } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION, Idempotency, InProcessBus, Outbox, type ReceivedMessage } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { newId, NO_TRACER, sealText, SecretBox } from '@centavo/runtime';
import {
  aTedBody,
  aWithdrawalBody,
  silentLogger,
  startTestDatabase,
  TestClock,
  testSettings,
  type TestDatabase,
  type WithdrawalBody,
} from '@centavo/testing';
import { SandboxBank } from '../bank/sandbox/sandbox-bank.js';
import { Books } from '../books/books.js';
import { postingLines } from '../journal/postings.domain.js';
import { ledgerService } from '../ledger.service.js';
import { PinHashes } from '../pins/pin-hashes.js';
import { RemovePin } from '../pins/remove-pin.js';
import { SetPin } from '../pins/set-pin.js';
import { VerifyPin } from '../pins/verify-pin.js';
import { OpenWallet } from '../wallets/open-wallet.js';
import { CancelWithdrawal } from '../withdrawals/cancel-withdrawal.js';
import { CreateWithdrawal } from '../withdrawals/create/create-withdrawal.js';
import { WithdrawalDrafts } from '../withdrawals/create/withdrawal-draft.js';
import { HandOver } from '../withdrawals/hand-over/hand-over.js';
import { HandOverQueue } from '../withdrawals/hand-over/hand-over-queue.js';
import { MoveWithdrawals } from '../withdrawals/move/move-withdrawals.js';
import { RecoverWithdrawals } from '../withdrawals/recover-withdrawals.js';
import { SimulateWithdrawal } from '../withdrawals/simulate-withdrawal.js';
import type { WithdrawalState } from '../withdrawals/withdrawal.domain.js';

const SETTINGS = testSettings();
const BOX = new SecretBox(SETTINGS.secretsKeys);

/** One instance of the ledger's withdrawals, wired by hand on a real database and the in-process bus. */
export class WithdrawalsInstance {
  readonly clock = new TestClock();
  readonly bank: SandboxBank;
  readonly books: Books;
  readonly queue: HandOverQueue;
  readonly verifyPin: VerifyPin;
  readonly setPin: SetPin;
  readonly removePin: RemovePin;
  readonly createWithdrawal: CreateWithdrawal;
  readonly cancelWithdrawal: CancelWithdrawal;
  readonly simulateWithdrawal: SimulateWithdrawal;
  readonly recoverWithdrawals: RecoverWithdrawals;
  readonly outbox: Outbox;

  constructor(
    readonly database: PostgresDatabase,
    bus: InProcessBus,
  ) {
    const { clock } = this;
    const idempotency = new Idempotency();
    const drafts = new WithdrawalDrafts(SETTINGS);
    const hashes = new PinHashes(SETTINGS);
    this.outbox = new Outbox(database, bus, silentLogger);
    this.books = new Books(this.outbox, clock);
    this.bank = new SandboxBank(database, clock);
    this.verifyPin = new VerifyPin(database, hashes, SETTINGS);
    this.setPin = new SetPin(database, idempotency, hashes, this.verifyPin);
    this.removePin = new RemovePin(database, idempotency, this.verifyPin);
    const moves = new MoveWithdrawals(database, this.books, this.outbox, idempotency);
    const handOver = new HandOver(database, this.bank, moves, clock);
    this.queue = new HandOverQueue(handOver, silentLogger, NO_TRACER);
    this.createWithdrawal = new CreateWithdrawal(
      database,
      idempotency,
      this.outbox,
      this.books,
      this.bank,
      drafts,
      this.verifyPin,
      this.queue,
      clock,
      SETTINGS,
    );
    this.cancelWithdrawal = new CancelWithdrawal(database, idempotency, moves, clock);
    this.simulateWithdrawal = new SimulateWithdrawal(
      database,
      idempotency,
      this.bank,
      drafts,
      handOver,
      clock,
      SETTINGS,
    );
    this.recoverWithdrawals = new RecoverWithdrawals(database, drafts, this.queue, clock, silentLogger);
  }

  create(command: CreateWithdrawalCommand): Promise<Answer<Withdrawal>> {
    return this.createWithdrawal.execute(command, {});
  }

  /** Takes over what is due, and waits until it is done or put off. */
  async recover(): Promise<void> {
    await this.recoverWithdrawals.recover();
    await this.queue.drained();
  }
}

/** A merchant with money in its wallet. */
export interface Payee {
  readonly merchantId: string;
  readonly walletId: string;
}

/** Instances of the ledger's withdrawals on one database, what they told the bus and what the bank has in its book. */
export class WithdrawalsFixture {
  readonly events: ReceivedMessage[] = [];
  readonly #instances: WithdrawalsInstance[] = [];

  private constructor(
    private readonly testDatabase: TestDatabase,
    readonly database: PostgresDatabase,
    private readonly bus: InProcessBus,
  ) {}

  static async start(): Promise<WithdrawalsFixture> {
    const testDatabase = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    const bus = new InProcessBus({ logger: silentLogger });
    const fixture = new WithdrawalsFixture(testDatabase, await testDatabase.database('ledger'), bus);
    await bus.subscribe({
      group: 'test',
      topics: ['ledger.events'],
      handlers: [{ kind: 'single', pattern: '*', handle: async (message) => void fixture.events.push(message) }],
      deadLetters: { add: ({ reason }) => Promise.reject(new Error(reason)) },
    });
    return fixture;
  }

  /** Another process. */
  async instance(): Promise<WithdrawalsInstance> {
    const instance = new WithdrawalsInstance(await this.testDatabase.database('ledger'), this.bus);
    this.#instances.push(instance);
    return instance;
  }

  /** A merchant with so many centavos. */
  async payee(balance: bigint): Promise<Payee> {
    const [merchantId, walletId] = [newId(), newId()];
    const wallet = { id: walletId, merchantId, ownerId: merchantId, ownerType: 'merchant' as const };
    await new OpenWallet(this.database).open(wallet);
    await this.credit(merchantId, balance);
    return { merchantId, walletId };
  }

  async credit(ownerId: string, amount: bigint): Promise<void> {
    const { books } = this.#instances[0] ?? (await this.instance());
    const [id, occurredAt] = [newId(), new Date()];
    const statement = { referenceType: 'charge', referenceId: id, description: 'Test money' } as const;
    const lines = postingLines('adjustment_credit', { ownerId, receivableId: null, statement }, { amount });
    const journal = { id, kind: 'adjustment', referenceId: id, occurredAt, lines };
    await this.database.transaction((transaction) =>
      books.post(transaction, [{ journal, receivables: [], cause: {} }]),
    );
  }

  /** R$ 100.00 by Pix, unless `fields` say something else. */
  pix = (
    { merchantId, walletId }: Payee,
    fields: Parameters<typeof aWithdrawalBody>[1] = {},
  ): CreateWithdrawalCommand => withdrawalCommand(merchantId, aWithdrawalBody(walletId, fields));

  ted = ({ merchantId, walletId }: Payee, fields: Parameters<typeof aTedBody>[1] = {}): CreateWithdrawalCommand =>
    withdrawalCommand(merchantId, aTedBody(walletId, fields));

  async withdrawal(id: string): Promise<WithdrawalState> {
    const [row] = await this.database.query<WithdrawalState>('SELECT * FROM withdrawals WHERE id = $1', [id]);
    return row!;
  }

  withdrawalsOf({ merchantId }: Payee): Promise<WithdrawalState[]> {
    return this.database.query<WithdrawalState>('SELECT * FROM withdrawals WHERE merchant_id = $1', [merchantId]);
  }

  async balanceOf({ merchantId }: Payee): Promise<bigint> {
    const [wallet] = await this.database.query<{ available_amount: bigint }>(
      'SELECT available_amount FROM published_wallets WHERE owner_id = $1',
      [merchantId],
    );
    return wallet!.available_amount;
  }

  /** How often the bank has paid under a reference. */
  async paidTimes(id: string): Promise<number> {
    const rows = await this.database.query(
      `SELECT FROM sandbox_payouts WHERE reference = $1 AND result ->> 'outcome' = 'paid'`,
      [id],
    );
    return rows.length;
  }

  /** What was told of a withdrawal, in order. A successor repeats what it does not know to be told; that is the same event. */
  kindsOf(id: string): string[] {
    const told = new Map(this.events.filter(({ key }) => key === id).map((event) => [event.id, event.type]));
    return [...told.values()].map((type) => type.replace('withdrawal.', ''));
  }

  async isTaskLeft(id: string): Promise<boolean> {
    return (await this.database.query('SELECT FROM withdrawal_tasks WHERE withdrawal_id = $1', [id])).length > 0;
  }

  /** Counts the lease of a process that is dead, or the pause before another attempt, as over. */
  async endLease(id: string): Promise<void> {
    await this.database.query('UPDATE withdrawal_tasks SET due_at = now() WHERE withdrawal_id = $1', [id]);
  }

  async stop(): Promise<void> {
    for (const { queue, outbox } of this.#instances) {
      await queue.drained();
      await outbox.stop();
    }
    await this.bus.close();
    await this.testDatabase.close();
  }
}

/** A PIN as the gateway hands it on. */
export const sealedPin = (pin: string, merchantId: string): string => sealText(BOX, pin, merchantId);

/** A withdrawal as the gateway asks for it. */
export function withdrawalCommand(
  merchantId: string,
  { transaction_pin: pin, pix_key, pix_key_holder_document, bank_account, crypto, ...body }: WithdrawalBody,
) {
  const id = newId();
  const destination = { pix_key, pix_key_holder_document, bank_account, crypto };
  return {
    merchant_id: merchantId,
    withdrawal_id: id,
    idempotency: null,
    fingerprint: JSON.stringify([body, destination]),
    destination: sealText(BOX, JSON.stringify(destination), id),
    pin: pin ? sealedPin(pin, merchantId) : null,
    body,
  } as CreateWithdrawalCommand;
}
