import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An event keeps the trace that it belongs to, so that its deliveries do, however much later. Null, and no byte, for all others. */
export class TraceEvents1764500000000 implements MigrationInterface {
  readonly name = 'TraceEvents1764500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events ADD COLUMN traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events DROP COLUMN traceparent');
  }
}
