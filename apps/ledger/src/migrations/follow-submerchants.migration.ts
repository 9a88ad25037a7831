import type { MigrationInterface, QueryRunner } from 'typeorm';

const wallets = (join: 'JOIN' | 'LEFT JOIN'): string => `
  SELECT w.id, w.merchant_id, w.owner_id, w.owner_type, w.currency, available.balance AS available_amount,
         pending.balance AS pending_amount, blocked.balance AS blocked_amount
  FROM wallets w
  ${join} accounts available ON available.wallet_id = w.id AND available.kind = 'available'
  ${join} accounts pending ON pending.wallet_id = w.id AND pending.kind = 'pending'
  ${join} accounts blocked ON blocked.wallet_id = w.id AND blocked.kind = 'blocked'`;

/**
 * How the owner of a wallet stands, where it is a submerchant: `owner_sequence` is that of its last event heard, 0 before the first. A
 * merchant may have a million of them, and so of wallets, of which a list wants the number.
 */
export class FollowSubmerchants1764200100000 implements MigrationInterface {
  readonly name = 'FollowSubmerchants1764200100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE wallets
        ADD COLUMN owner_status text,
        ADD COLUMN owner_sequence int NOT NULL DEFAULT 0;

      -- Every wallet has its accounts. LEFT lets PostgreSQL leave the joins out where a query wants only ids or a count.
      CREATE OR REPLACE VIEW published_wallets AS ${wallets('LEFT JOIN')};
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE VIEW published_wallets AS ${wallets('JOIN')};
      ALTER TABLE wallets DROP COLUMN owner_status, DROP COLUMN owner_sequence;
    `);
  }
}
