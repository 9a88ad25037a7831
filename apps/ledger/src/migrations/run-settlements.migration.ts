import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settlements: of a day, for everybody, or for one merchant on request in the sandbox. The journal refers to them. */
export class RunSettlements1764300100000 implements MigrationInterface {
  readonly name = 'RunSettlements1764300100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What was settled so far is counted in the transactions that settle it: a run that was killed goes on where it was.
      CREATE TABLE settlement_runs (
        id uuid PRIMARY KEY,
        day date UNIQUE,
        merchant_id uuid,
        request_key text,
        fingerprint text,
        started_at timestamptz NOT NULL,
        finished_at timestamptz,
        settled bigint NOT NULL DEFAULT 0,
        amount bigint NOT NULL DEFAULT 0,
        CHECK ((day IS NULL) = (merchant_id IS NOT NULL)),
        CHECK (num_nonnulls(merchant_id, request_key, fingerprint) IN (0, 3))
      ) WITH (fillfactor = 50);

      -- A request that is repeated before it was finished goes on with its run.
      CREATE UNIQUE INDEX settlement_runs_unfinished ON settlement_runs (merchant_id, request_key)
        WHERE finished_at IS NULL AND merchant_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE settlement_runs`);
  }
}
