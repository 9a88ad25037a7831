import { PostgresDatabase } from '@centavo/persistence';
import { SystemClock } from '@centavo/runtime';
import { PATIENT_CONNECTION } from '@centavo/testing';
import type { AcquirerNotifications } from '../../apps/payments/src/acquirers/acquirer.port.js';
import { SandboxAcquirer } from '../../apps/payments/src/acquirers/sandbox/sandbox-acquirer.js';
import { SandboxTriggers } from '../../apps/payments/src/acquirers/sandbox/sandbox-triggers.js';
import { anAuthorization } from '../../apps/payments/src/acquirers/testing/acquirer-under-test.js';
import { cardOf } from '../../apps/payments/src/testing/sandbox-fixture.js';

const DEAF: AcquirerNotifications = { receive: async () => false };

/** What happens at the sandbox acquirer while the platform does not look, and it is not told. */
export class AcquirerBackstage {
  private constructor(private readonly database: PostgresDatabase) {}

  /** @param adminUrl the platform's database, where the sandbox keeps its own books, seen by the administrator */
  static async open(adminUrl: string): Promise<AcquirerBackstage> {
    const { username: role, password } = new URL(adminUrl);
    const options = { url: adminUrl, role, password, schema: 'payments', poolSize: 2, ...PATIENT_CONNECTION };
    return new AcquirerBackstage(await PostgresDatabase.connect(options));
  }

  /** Somebody pays a Pix code or a boleto. */
  async pay(chargeId: string): Promise<void> {
    await new SandboxTriggers(this.database, DEAF, new SystemClock()).pay(chargeId);
  }

  /** A request that was given up long ago arrives after all, and R$ 100.00 are authorized. */
  async authorizeLate(chargeId: string, { capture }: { readonly capture: boolean }): Promise<void> {
    const request = anAuthorization(cardOf('tok_visa'), { reference: chargeId, capture });
    await new SandboxAcquirer(this.database).authorize(request);
  }

  /** The acquirer errs whenever it should make a Pix code or a boleto, as long as `work` takes. */
  async withoutCodes<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.database.query('REVOKE INSERT ON sandbox_payments FROM payments');
    try {
      return await work();
    } finally {
      await this.database.query('GRANT INSERT ON sandbox_payments TO payments');
    }
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
