import { saoPauloDateOf } from '@centavo/brazil';
import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import { sumOf } from '@centavo/money';
import { newId } from '@centavo/runtime';
import { silentLogger, startTestDatabase, testClock, type TestClock, type TestDatabase } from '@centavo/testing';
import { ledgerService } from '../ledger.service.js';
import { PLATFORM_ACCOUNTS, WALLET_ACCOUNTS, type Line } from '../journal/accounts.domain.js';
import { postingLines } from '../journal/postings.domain.js';
import type { ChargeMessage } from '../movements/charge-message.js';
import { verifyLedger } from '../verify/verify-ledger.js';
import { completionLines, withdrawalLines } from '../withdrawals/withdrawal-lines.domain.js';
import type { WithdrawalState } from '../withdrawals/withdrawal.domain.js';
import { AnticipationsFixture, spot } from './anticipations.fixture.js';
import { split } from '../fixtures/captured-charge.js';
import {
  capturedChargeMessage,
  chargebackMessage,
  disputeLostMessage,
  disputeWonMessage,
  refundMessage,
} from '../fixtures/charge-messages.js';

/** Rows of cells, as docs/ledger.md shows them; the first is the head. */
export type Table = readonly (readonly string[])[];

const CAPTURED_ON = '2026-11-20T15:00:00Z';
const FIRST_DUE_ON = '2026-12-21T12:00:00Z';

/** Accounts in the order in which tables show them. */
const ACCOUNTS: readonly string[] = [...Object.keys(PLATFORM_ACCOUNTS), ...WALLET_ACCOUNTS];

/**
 * The worked example of docs/ledger.md, carried out by the ledger: 10001 centavos in three installments at 349 basis points, of which
 * submerchant A gets 30 %.
 */
export class WorkedExample {
  #seen = new Set<string>();
  #charge: ChargeMessage | undefined;

  private constructor(
    private readonly database: TestDatabase,
    private readonly platform: AnticipationsFixture,
    private readonly clock: TestClock,
    readonly merchantId: string,
    readonly submerchantId: string,
  ) {}

  static async start(): Promise<WorkedExample> {
    const database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    const clock = testClock(CAPTURED_ON);
    const platform = await AnticipationsFixture.start(await database.database('ledger'), clock, silentLogger);
    const merchantId = await platform.openMerchant();
    const submerchantId = await platform.ledger.openSubmerchant(merchantId);
    return new WorkedExample(database, platform, clock, merchantId, submerchantId);
  }

  async stop(): Promise<void> {
    await this.platform.stop();
    await this.database.close();
  }

  capture(): Promise<void> {
    const splits = [split(this.submerchantId, 'percentage', 30)];
    return this.#take(
      capturedChargeMessage({ merchantId: this.merchantId, amount: 10_001, installments: 3, feeBps: '349', splits }),
    );
  }

  /** The day on which the first installments are due. */
  async settleFirst(): Promise<void> {
    this.clock.set(FIRST_DUE_ON);
    await this.platform.ledger.settlement.execute();
  }

  refund(amount: string): Promise<void> {
    return this.#take(refundMessage(this.#charge!, amount));
  }

  chargeBack(): Promise<void> {
    return this.#take(chargebackMessage(this.#charge!));
  }

  win(): Promise<void> {
    return this.#take(disputeWonMessage(this.#charge!));
  }

  lose(): Promise<void> {
    return this.#take(disputeLostMessage(this.#charge!));
  }

  /** The owner's three receivables, on the day of the capture. */
  async anticipate(): Promise<void> {
    const receivables = await this.platform.ledger.receivablesOf(this.#charge!.key);
    const own = receivables.filter(({ recipient_id }) => recipient_id === this.merchantId);
    await this.platform.created(this.merchantId, spot(...own.map(({ id }) => id)));
  }

  /** Only its posting, without PIN and bank. */
  async withdraw(amount: bigint): Promise<void> {
    await this.#post('withdrawal', withdrawalLines(this.#withdrawal(amount, 0n)));
  }

  /** What is posted when the bank has paid. */
  async payOut(amount: bigint, fee: bigint): Promise<void> {
    await this.#post('withdrawal_completed', completionLines(this.#withdrawal(amount, fee)));
  }

  /** Only its posting, without the operator. */
  async adjust(amount: bigint): Promise<void> {
    const statement = { referenceType: 'adjustment', referenceId: newId(), description: 'Fee returned' } as const;
    const subject = { ownerId: this.merchantId, receivableId: null, statement };
    await this.#post('adjustment', postingLines('adjustment_credit', subject, { amount }));
  }

  /** What has been posted since this was asked last, each account's sum. */
  async posted(): Promise<Table> {
    const moved = await this.#sums([...this.#seen]);
    const transactions = await this.#query<{ id: string }>('SELECT id FROM transactions');
    this.#seen = new Set(transactions.map(({ id }) => id));
    return inBalance([
      ...moved.filter(({ debit }) => debit > 0n).map(({ name, debit }) => ({ name, debit, credit: 0n })),
      ...moved.filter(({ credit }) => credit > 0n).map(({ name, credit }) => ({ name, debit: 0n, credit })),
    ]);
  }

  /** Every account that does not stand at zero, on the side on which its balance is. */
  async balances(): Promise<Table> {
    const moved = await this.#sums([]);
    return inBalance(
      moved
        .filter(({ debit, credit }) => debit !== credit)
        .map(({ name, debit, credit }) =>
          debit > credit ? { name, debit: debit - credit, credit: 0n } : { name, debit: 0n, credit: credit - debit },
        ),
    );
  }

  /** The receivables of the charge. */
  async receivables(): Promise<Table> {
    const rows = await this.#query<Record<string, string | bigint | Date>>(
      `SELECT * FROM receivables ORDER BY recipient_id = $1, installment`,
      [this.merchantId],
    );
    return [
      ['Recipient', 'Installment', 'Status', 'Date', 'Gross', 'Fee', 'Net', 'Held'],
      ...rows.map((row) => [
        row['recipient_id'] === this.merchantId ? 'owner' : 'A',
        String(row['installment']),
        row['status'] as string,
        saoPauloDateOf(row['original_settlement_date'] as Date),
        String(row['gross_left']),
        String(row['fee_left']),
        String((row['gross_left'] as bigint) - (row['fee_left'] as bigint)),
        String(row['held_net']),
      ]),
    ];
  }

  /** The statement of the owner's wallet. */
  async statement(): Promise<Table> {
    const rows = await this.#query<{
      amount: bigint;
      balance_after: bigint;
      reference_type: string;
      description: string;
    }>(
      `SELECT e.amount, e.balance_after, e.reference_type, e.description
       FROM entries e JOIN accounts a ON a.id = e.account_id JOIN wallets w ON w.id = a.wallet_id
       WHERE a.kind = 'available' AND w.owner_id = $1 ORDER BY e.version`,
      [this.merchantId],
    );
    return [
      ['Reference', 'Description', 'Amount', 'Available after'],
      ...rows.map(({ reference_type, description, amount, balance_after }) => [
        reference_type,
        description,
        String(amount),
        String(balance_after),
      ]),
    ];
  }

  verify() {
    return verifyLedger(this.platform.ledger.database);
  }

  async #take(message: ChargeMessage): Promise<void> {
    const [outcome] = await this.platform.ledger.movements.take([message]);
    if (outcome && 'error' in outcome) throw outcome.error;
    this.#charge = message;
  }

  #withdrawal(amount: bigint, fee: bigint): WithdrawalState {
    const facts = { id: newId(), merchant_id: this.merchantId, submerchant_id: null, type: 'pix', amount, fee };
    return facts as WithdrawalState;
  }

  async #post(kind: string, lines: readonly Line[]): Promise<void> {
    const { database, books } = this.platform.ledger;
    const journal = { id: newId(), kind, referenceId: newId(), occurredAt: this.clock.now(), lines };
    await database.transaction((transaction) => books.post(transaction, [{ journal, receivables: [], cause: {} }]));
  }

  /** What went to each side of each account. @param except these transactions */
  async #sums(except: readonly string[]) {
    const rows = await this.#query<{ kind: string; owner_id: string | null; debit: bigint; credit: bigint }>(
      `SELECT a.kind, w.owner_id, coalesce(-sum(e.amount) FILTER (WHERE e.amount < 0), 0)::bigint AS debit,
              coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0)::bigint AS credit
       FROM entries e JOIN accounts a ON a.id = e.account_id LEFT JOIN wallets w ON w.id = a.wallet_id
       WHERE e.transaction_id <> ALL ($1::uuid[]) GROUP BY a.kind, w.owner_id`,
      [except],
    );
    const place = ({ kind, owner_id }: (typeof rows)[number]) =>
      ACCOUNTS.indexOf(kind) * 2 + Number(owner_id === this.merchantId);
    return rows
      .toSorted((one, other) => place(one) - place(other))
      .map((row) => ({ ...row, name: row.owner_id ? `${this.#nameOf(row.owner_id)}: ${row.kind}` : row.kind }));
  }

  #nameOf(ownerId: string): string {
    return ownerId === this.merchantId ? 'owner' : 'A';
  }

  #query<Row>(text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.platform.ledger.database.query<Row>(text, parameters);
  }
}

/** Accounts with what is on either side of them, and the sums of both. */
function inBalance(rows: readonly { readonly name: string; readonly debit: bigint; readonly credit: bigint }[]): Table {
  return [
    ['Account', 'Debit', 'Credit'],
    ...rows.map(({ name, debit, credit }) => [name, cellOf(debit), cellOf(credit)]),
    ['**Sum**', String(sumOf(rows.map(({ debit }) => debit))), String(sumOf(rows.map(({ credit }) => credit)))],
  ];
}

const cellOf = (amount: bigint): string => (amount === 0n ? '' : String(amount));
