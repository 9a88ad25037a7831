import { SERVICE_NAMES } from '@centavo/contracts';
import { PostgresDatabase } from '@centavo/persistence';
import { PATIENT_CONNECTION } from '@centavo/testing';
import { verifyLedger } from '../../apps/ledger/src/verify/verify-ledger.js';
import { CHARGE_RULES, LEFTOVER_RULES, PAYMENT_LINK_RULES, WITHDRAWAL_RULES } from './books.sql.js';

/** What was found, by the rule that it breaks; nothing when all is well. */
export type Findings = Readonly<Record<string, readonly string[]>>;

/** A charge as its order knows it. */
export interface BookedCharge {
  readonly id: string;
  readonly order: string;
}

/** Enough to see what is wrong. */
const MAX_FINDINGS = 5;

/** The platform's database as an auditor sees it: all schemas, behind the services' backs. */
export class Books {
  private constructor(readonly database: PostgresDatabase) {}

  /** @param adminUrl the database, seen by the administrator */
  static async open(adminUrl: string): Promise<Books> {
    const { username: role, password } = new URL(adminUrl);
    // The ledger's checker names its tables without their schema.
    const options = { url: adminUrl, role, password, schema: 'ledger', poolSize: 2, ...PATIENT_CONNECTION };
    return new Books(await PostgresDatabase.connect(options));
  }

  /**
   * Everything that is not as it must be in the end.
   * @param rules by name, each as the query that finds the ids of what breaks it
   */
  async audit(rules: Readonly<Record<string, string>> = CHARGE_RULES): Promise<Findings> {
    const findings: Record<string, string[]> = {};
    const all = { ...rules, ...PAYMENT_LINK_RULES, ...WITHDRAWAL_RULES, ...LEFTOVER_RULES };
    for (const [rule, query] of Object.entries(all)) {
      // Materialized: for the first few rows of many PostgreSQL would choose a plan that takes minutes when there are none.
      const rows = await this.database.query<{ id: string }>(
        `WITH found AS MATERIALIZED (${query}) SELECT id FROM found LIMIT ${MAX_FINDINGS}`,
      );
      if (rows.length > 0) findings[rule] = rows.map(({ id }) => id);
    }
    const { violations } = await verifyLedger(this.database);
    if (violations.length > 0)
      findings['rules of the ledger'] = violations.map((violation) => JSON.stringify(violation));
    return findings;
  }

  charges(): Promise<BookedCharge[]> {
    return this.database.query(
      `SELECT charge_id AS id, details -> 'metadata' ->> 'order' AS order FROM payments.charge_documents`,
    );
  }

  async receivableIds(): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>('SELECT id FROM ledger.receivables');
    return rows.map(({ id }) => id);
  }

  /** Counts the leases of a process that is dead as over: tests need not wait for what only protects the living. */
  async endLeases(): Promise<void> {
    await this.makeTasksDue();
    await this.database.query(
      `UPDATE payments.charge_timers t SET due_at = now()
       FROM payments.charges c WHERE c.id = t.charge_id AND c.expires_at <= now()`,
    );
    await this.database.query('UPDATE webhooks.due_deliveries SET available_at = now() WHERE lease_owner IS NOT NULL');
    for (const schema of SERVICE_NAMES) {
      await this.database.query(`UPDATE ${schema}.outbox SET created_at = '-infinity'`);
    }
  }

  async makeTasksDue(): Promise<void> {
    await this.database.query('UPDATE payments.charge_tasks SET due_at = now()');
    await this.database.query(`UPDATE ledger.withdrawal_tasks SET due_at = now() WHERE due_at <> 'infinity'`);
  }

  /** It is the hour at which a charge expires. */
  async letTimeCome(chargeId: string): Promise<void> {
    await this.database.query(
      `WITH charge AS (UPDATE payments.charges SET expires_at = now() WHERE id = $1 RETURNING id)
       UPDATE payments.charge_timers t SET due_at = now() FROM charge c WHERE c.id = t.charge_id`,
      [chargeId],
    );
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
