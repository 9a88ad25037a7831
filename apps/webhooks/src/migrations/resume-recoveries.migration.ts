import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A recovery looks at so many events and no more; the next one goes on where it ended. */
export class ResumeRecoveries1764400431000 implements MigrationInterface {
  readonly name = 'ResumeRecoveries1764400431000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE recovery_positions (
        endpoint_id uuid PRIMARY KEY REFERENCES postback_endpoints ON DELETE CASCADE,
        -- Where the recovery began, and after which event the next one is to go on.
        since_id uuid NOT NULL,
        after_id uuid NOT NULL,
        -- Of the endpoint: when it has changed since, there may be something to recover further back.
        updated_at timestamptz NOT NULL,
        reached_at timestamptz NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE recovery_positions');
  }
}
