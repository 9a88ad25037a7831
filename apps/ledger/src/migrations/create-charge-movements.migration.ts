import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Money movements of charges after their capture that wait to be posted. The event's id is the key: what is delivered again is kept once.
 * They are posted per charge in the order of `sequence`, the charge's own count of the statuses it entered.
 */
export class CreateChargeMovements1763980800000 implements MigrationInterface {
  readonly name = 'CreateChargeMovements1763980800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The payload is kept as it came: json, unlike jsonb, changes nothing of it.
      CREATE TABLE charge_movements (
        event_id uuid PRIMARY KEY,
        charge_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('refund', 'chargeback', 'chargeback_won', 'chargeback_lost')),
        refund_id uuid,
        amount bigint CHECK (amount > 0),
        occurred_at timestamptz NOT NULL,
        sequence int NOT NULL,
        payload json NOT NULL,
        recorded_at timestamptz NOT NULL DEFAULT now(),
        CHECK ((kind = 'refund') = (refund_id IS NOT NULL)),
        CHECK ((kind = 'refund') = (amount IS NOT NULL))
      );

      -- A lost dispute enters no status and shares the sequence of its chargeback, after which its kind sorts.
      CREATE INDEX charge_movements_in_order ON charge_movements (charge_id, sequence, kind);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE charge_movements`);
  }
}
