import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Endpoints can be removed, count their own events and show why they were disabled. */
export class CompleteEndpoints1764400100000 implements MigrationInterface {
  readonly name = 'CompleteEndpoints1764400100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A removed endpoint keeps its row: the log of its deliveries names it.
      ALTER TABLE postback_endpoints
        ADD COLUMN deleted_at timestamptz,
        ADD COLUMN sequence int NOT NULL DEFAULT 0,
        ADD COLUMN outbox_id uuid,
        ADD CHECK (disabled_reason IN ('gone', 'failing')),
        ADD CHECK (deleted_at IS NULL OR status <> 'active');

      DROP VIEW published_postback_endpoints;
      CREATE VIEW published_postback_endpoints AS
      SELECT id, merchant_id, url, events, status, disabled_reason, disabled_at, created_at, updated_at
      FROM postback_endpoints WHERE deleted_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW published_postback_endpoints;
      DELETE FROM postback_endpoints WHERE deleted_at IS NOT NULL;
      ALTER TABLE postback_endpoints
        DROP COLUMN deleted_at, DROP COLUMN sequence, DROP COLUMN outbox_id, DROP CONSTRAINT postback_endpoints_disabled_reason_check;
      CREATE VIEW published_postback_endpoints AS
      SELECT id, merchant_id, url, events, status, created_at, updated_at FROM postback_endpoints;
    `);
  }
}
