import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Merchants, their API keys, and the access version.
 *
 * A gateway keeps credentials in memory and must notice within a second that one changed. So everything that matters to
 * authentication carries the number of its last change: the gateway asks for the current number and then for what is above
 * the one it knew. Triggers assign it, so that no writer, present or future, can forget to. The counter's row is locked until
 * the commit; numbers therefore become visible in order and none is ever missed.
 */
export class CreateMerchants1763740100000 implements MigrationInterface {
  readonly name = 'CreateMerchants1763740100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(ACCESS_VERSION);
    await runner.query(VIEWS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW published_access_version, published_credentials, published_api_keys, published_merchants;
      DROP TABLE api_keys, merchants, access_version;
      DROP FUNCTION publish_merchant_access(), assign_access_version(), next_access_version();
    `);
  }
}

const TABLES = `
  CREATE TABLE merchants (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    legal_name text NOT NULL,
    tax_id text NOT NULL,
    email text NOT NULL,
    status text NOT NULL CHECK (status IN ('active', 'suspended')),
    wallet_id uuid NOT NULL UNIQUE,
    fees jsonb NOT NULL,
    sequence int NOT NULL,
    outbox_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );

  CREATE TABLE api_keys (
    id uuid PRIMARY KEY,
    merchant_id uuid NOT NULL REFERENCES merchants (id),
    name text NOT NULL,
    public_key text NOT NULL UNIQUE,
    secret_sha256 bytea NOT NULL CHECK (length(secret_sha256) = 32),
    is_active boolean NOT NULL,
    allowed_ips text[] NOT NULL,
    revoked_at timestamptz,
    created_at timestamptz NOT NULL,
    access_version bigint NOT NULL
  );
  CREATE INDEX api_keys_by_merchant ON api_keys (merchant_id, id DESC) WHERE revoked_at IS NULL;
  CREATE INDEX api_keys_by_access_version ON api_keys (access_version);
`;

const ACCESS_VERSION = `
  CREATE TABLE access_version (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version bigint NOT NULL
  );
  INSERT INTO access_version (version) VALUES (1);

  CREATE FUNCTION next_access_version() RETURNS bigint LANGUAGE sql SET search_path FROM CURRENT AS
  $$ UPDATE access_version SET version = version + 1 RETURNING version $$;

  CREATE FUNCTION assign_access_version() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS
  $$ BEGIN NEW.access_version := next_access_version(); RETURN NEW; END $$;

  CREATE FUNCTION publish_merchant_access() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS
  $$ BEGIN UPDATE api_keys SET revoked_at = revoked_at WHERE merchant_id = NEW.id; RETURN NULL; END $$;

  CREATE TRIGGER api_keys_access_version
  BEFORE INSERT OR UPDATE OF is_active, allowed_ips, secret_sha256, revoked_at ON api_keys
  FOR EACH ROW EXECUTE FUNCTION assign_access_version();

  CREATE TRIGGER merchants_access_version
  AFTER UPDATE OF status, fees ON merchants
  FOR EACH ROW EXECUTE FUNCTION publish_merchant_access();
`;

const VIEWS = `
  CREATE VIEW published_merchants AS
  SELECT id, name, legal_name, tax_id, email, status, wallet_id, fees, created_at, updated_at FROM merchants;

  CREATE VIEW published_api_keys AS
  SELECT id, merchant_id, name, public_key, is_active, allowed_ips, created_at FROM api_keys WHERE revoked_at IS NULL;

  CREATE VIEW published_credentials AS
  SELECT k.public_key, k.secret_sha256, k.id AS api_key_id, k.is_active, k.allowed_ips, k.revoked_at IS NOT NULL AS is_revoked,
         k.access_version, m.id AS merchant_id, m.status AS merchant_status, m.fees
  FROM api_keys k JOIN merchants m ON m.id = k.merchant_id;

  CREATE VIEW published_access_version AS
  SELECT version FROM access_version;
`;
