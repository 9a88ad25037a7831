import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A merchant's keys are published anew only when what authentication looks at has become another, and are found without reading everybody's.
 * The settings have their defaults back: while services are upgraded one by one, an instance that does not know them still makes merchants.
 */
export class RefineMerchants1764100300000 implements MigrationInterface {
  readonly name = 'RefineMerchants1764100300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE TRIGGER merchants_access_version
      AFTER UPDATE OF status, fees ON merchants
      FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.fees IS DISTINCT FROM new.fees)
      EXECUTE FUNCTION publish_merchant_access();

      -- Revoked keys too, unlike api_keys_by_merchant: the trigger touches every key.
      CREATE INDEX api_keys_all_by_merchant ON api_keys (merchant_id);

      ALTER TABLE merchants
        ALTER anticipation SET DEFAULT '{"review": "automatic", "monthly_rate_bps": 199, "automatic_enabled": false}',
        ALTER withdrawal_methods SET DEFAULT '{pix,ted}';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE merchants
        ALTER anticipation DROP DEFAULT,
        ALTER withdrawal_methods DROP DEFAULT;
      DROP INDEX api_keys_all_by_merchant;
      CREATE OR REPLACE TRIGGER merchants_access_version
      AFTER UPDATE OF status, fees ON merchants
      FOR EACH ROW EXECUTE FUNCTION publish_merchant_access();
    `);
  }
}
