import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateVault1764000100000 implements MigrationInterface {
  readonly name = 'CreateVault1764000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The keys that what is here depends on, by a value that only the right key gives: a wrong one is found out before it is used.
      CREATE TABLE keys (
        kid text PRIMARY KEY,
        algorithm text NOT NULL,
        check_value bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE cards (
        id uuid PRIMARY KEY,
        token text NOT NULL UNIQUE,
        merchant_id uuid NOT NULL,
        fingerprint bytea NOT NULL,
        brand text NOT NULL,
        first_six_digits text NOT NULL,
        last_four_digits text NOT NULL,
        expiration_month text NOT NULL,
        expiration_year text NOT NULL,
        sealed bytea NOT NULL,
        data_key bytea NOT NULL,
        -- What comes too late, under a key that has been retired, is refused: kept it could never be read.
        wrapping_kid text NOT NULL REFERENCES keys (kid),
        created_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (merchant_id, fingerprint)
      );

      -- Which merchant an encrypted card was first sent for: whoever got hold of it cannot have it tokenized for himself.
      CREATE TABLE envelopes (
        digest bytea PRIMARY KEY,
        merchant_id uuid NOT NULL,
        kid text NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE access_log (
        id uuid PRIMARY KEY,
        occurred_at timestamptz NOT NULL DEFAULT now(),
        action text NOT NULL CHECK (action IN ('tokenize', 'recognize', 'reveal')),
        token text NOT NULL,
        merchant_id uuid NOT NULL,
        actor text NOT NULL,
        reason text NOT NULL
      );
      CREATE INDEX access_log_by_token ON access_log (token, id);

      CREATE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'the access log is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
      END $$;
      CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON access_log
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change();
      -- An administrator may remove what nobody has to keep any more; the service has no right to remove anything.
      CREATE TRIGGER kept_for_a_year BEFORE DELETE ON access_log
        FOR EACH ROW WHEN (OLD.occurred_at > now() - interval '1 year') EXECUTE FUNCTION refuse_log_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE access_log, envelopes, cards, keys;
      DROP FUNCTION refuse_log_change;
    `);
  }
}
