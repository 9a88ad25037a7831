import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How submerchants stand, as far as payments has heard: onboarding owns them, and `sequence` is that of its last event heard. */
export class KnowSubmerchants1764200000000 implements MigrationInterface {
  readonly name = 'KnowSubmerchants1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE submerchants (
        id uuid PRIMARY KEY,
        merchant_id uuid NOT NULL,
        wallet_id uuid NOT NULL,
        status text NOT NULL,
        sequence int NOT NULL
      ) WITH (fillfactor = 90);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE submerchants');
  }
}
