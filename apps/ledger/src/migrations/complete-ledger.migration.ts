import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Statements of wallets, what is left of receivables, and the terms of merchants. An entry on an available balance is a line of the
 * wallet's statement; on all others these columns are null and cost nothing.
 */
export class CompleteLedger1764300000000 implements MigrationInterface {
  readonly name = 'CompleteLedger1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE entries
        ADD COLUMN wallet_entry_id uuid,
        ADD COLUMN reference_type text,
        ADD COLUMN reference_id uuid,
        ADD COLUMN description text,
        ADD COLUMN recorded_at timestamptz,
        ADD CHECK (num_nonnulls(wallet_entry_id, reference_type, reference_id, description, recorded_at) IN (0, 5));

      ALTER TABLE receivables
        ADD COLUMN gross_left bigint,
        ADD COLUMN fee_left bigint,
        ADD COLUMN held_net bigint NOT NULL DEFAULT 0;
      UPDATE receivables SET gross_left = gross_amount, fee_left = fee_amount;
      ALTER TABLE receivables
        ALTER COLUMN gross_left SET NOT NULL,
        ALTER COLUMN fee_left SET NOT NULL,
        ADD CHECK (fee_left >= 0 AND fee_left <= gross_left AND gross_left <= gross_amount),
        ADD CHECK (held_net >= 0);

      -- What settles when its day comes. Each of a wallet's stands together, so that a batch moves few wallets.
      CREATE INDEX receivables_due ON receivables (original_settlement_date, recipient_id, id)
        WHERE status IN ('pending', 'anticipated');

      -- What onboarding's events last said of a merchant; of one of whom nothing was heard the platform's defaults hold.
      CREATE TABLE merchant_terms (
        merchant_id uuid PRIMARY KEY,
        sequence int NOT NULL,
        withdrawal_methods text[] NOT NULL,
        withdrawal_fees jsonb NOT NULL,
        anticipation jsonb NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE merchant_terms;
      DROP INDEX receivables_due;
      ALTER TABLE receivables DROP COLUMN gross_left, DROP COLUMN fee_left, DROP COLUMN held_net;
      ALTER TABLE entries DROP COLUMN wallet_entry_id, DROP COLUMN reference_type, DROP COLUMN reference_id,
        DROP COLUMN description, DROP COLUMN recorded_at;
    `);
  }
}
