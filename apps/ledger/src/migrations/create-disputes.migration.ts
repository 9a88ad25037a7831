import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Disputes of charges, from the chargeback to how it ended. The ids are those of the events that told of them, so that what is delivered
 * again is known, also where it moved no money. What waits in `charge_movements` from before is posted when the service starts.
 */
export class CreateDisputes1764300200000 implements MigrationInterface {
  readonly name = 'CreateDisputes1764300200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE disputes (
        id uuid PRIMARY KEY,
        charge_id uuid NOT NULL,
        opened_at timestamptz NOT NULL,
        outcome text CHECK (outcome IN ('won', 'lost')),
        ended_by uuid,
        ended_at timestamptz,
        CHECK (num_nulls(outcome, ended_by, ended_at) IN (0, 3))
      );
      CREATE INDEX disputes_by_charge ON disputes (charge_id);
      CREATE UNIQUE INDEX one_open_dispute ON disputes (charge_id) WHERE outcome IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE disputes`);
  }
}
