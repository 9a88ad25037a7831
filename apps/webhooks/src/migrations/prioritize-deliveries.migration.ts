import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is due is taken by priority: first attempts (0) before retries (1) before what a merchant has recovered (2); see
 * `DUE_PRIORITIES`. And endpoints of which nothing has succeeded since their first failure are remembered.
 */
export class PrioritizeDeliveries1764400200000 implements MigrationInterface {
  readonly name = 'PrioritizeDeliveries1764400200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE due_deliveries ADD COLUMN priority smallint NOT NULL DEFAULT 0 CHECK (priority BETWEEN 0 AND 2);
      UPDATE due_deliveries SET priority = 1 WHERE attempt_count > 0;
      DROP INDEX due_deliveries_by_time;
      -- Its condition always holds, but only a query that repeats it can use the index. The others would find all rows of an endpoint
      -- by it, where the primary key leads to the one they want; without statistics the planner takes both for equally good.
      CREATE INDEX due_deliveries_by_time ON due_deliveries (endpoint_id, priority, available_at, event_id)
        WHERE available_at > '-infinity';

      CREATE TABLE failing_endpoints (
        endpoint_id uuid PRIMARY KEY,
        failing_since timestamptz NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE failing_endpoints;
      DROP INDEX due_deliveries_by_time;
      ALTER TABLE due_deliveries DROP COLUMN priority;
      CREATE INDEX due_deliveries_by_time ON due_deliveries (endpoint_id, available_at) WHERE available_at > '-infinity';
    `);
  }
}
