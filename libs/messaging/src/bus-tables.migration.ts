import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables that every service's schema has for its dealings with the bus. */
class BusTables1700000000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Rows live for milliseconds: no index but the key, no attempt to compress.
    await queryRunner.query(`
      CREATE TABLE outbox (
        id uuid PRIMARY KEY,
        position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        messages text NOT NULL
      )`);
    await queryRunner.query(`ALTER TABLE outbox ALTER COLUMN messages SET STORAGE EXTERNAL`);
    await queryRunner.query(`
      CREATE TABLE inbox (
        message_id uuid NOT NULL,
        consumer text NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (message_id, consumer)
      )`);
    await queryRunner.query(`CREATE INDEX inbox_received_at ON inbox (received_at)`);
    // answer is null only inside the transaction that is working it out.
    await queryRunner.query(`
      CREATE TABLE idempotency_keys (
        key_hash text PRIMARY KEY,
        merchant_id uuid NOT NULL,
        fingerprint text NOT NULL,
        answer text,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`ALTER TABLE idempotency_keys ALTER COLUMN answer SET STORAGE EXTERNAL`);
    await queryRunner.query(`CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at)`);
    await queryRunner.query(`
      CREATE TABLE dead_letters (
        id uuid PRIMARY KEY,
        message_id text NOT NULL,
        consumer_group text NOT NULL,
        topic text NOT NULL,
        type text NOT NULL,
        key text NOT NULL,
        value text NOT NULL,
        headers text NOT NULL,
        reason text NOT NULL,
        attempts integer NOT NULL,
        failed_at timestamptz NOT NULL DEFAULT now(),
        requeued_at timestamptz,
        UNIQUE (message_id, consumer_group)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE outbox, inbox, idempotency_keys, dead_letters`);
  }
}

/** Comes before each service's own migrations. */
export const BUS_TABLES_MIGRATION = BusTables1700000000000;
