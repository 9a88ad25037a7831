import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An endpoint can have several signing secrets: after a rotation the old one signs along for a while. */
export class KeepPostbackSecrets1764400300000 implements MigrationInterface {
  readonly name = 'KeepPostbackSecrets1764400300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SECRETS);
    await runner.query(DIRECTORY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER postback_endpoints_directory_version ON postback_endpoints;
      CREATE TRIGGER postback_endpoints_directory_version
      AFTER INSERT OR UPDATE OR DELETE ON postback_endpoints
      FOR EACH STATEMENT EXECUTE FUNCTION next_directory_version();
      DROP INDEX postback_endpoints_by_merchant;
      CREATE INDEX postback_endpoints_by_merchant ON postback_endpoints (merchant_id, id DESC);

      ALTER TABLE postback_endpoints ADD COLUMN sealed_secret bytea;
      UPDATE postback_endpoints e SET sealed_secret = s.sealed_secret
      FROM postback_secrets s WHERE s.endpoint_id = e.id AND s.expires_at IS NULL;
      DROP TABLE postback_secrets;
      -- Removed ones have none any more.
      DELETE FROM postback_endpoints WHERE sealed_secret IS NULL;
      ALTER TABLE postback_endpoints ALTER COLUMN sealed_secret SET NOT NULL;
    `);
  }
}

const SECRETS = `
  CREATE TABLE postback_secrets (
    -- Newer ones have higher numbers, whatever clocks say.
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    endpoint_id uuid NOT NULL REFERENCES postback_endpoints ON DELETE CASCADE,
    sealed_secret bytea NOT NULL,
    created_at timestamptz NOT NULL,
    -- Null: the current one.
    expires_at timestamptz
  );
  CREATE INDEX postback_secrets_by_endpoint ON postback_secrets (endpoint_id, id DESC);
  CREATE UNIQUE INDEX postback_secrets_current ON postback_secrets (endpoint_id) WHERE expires_at IS NULL;
  CREATE INDEX postback_secrets_by_expiry ON postback_secrets (expires_at) WHERE expires_at IS NOT NULL;

  INSERT INTO postback_secrets (endpoint_id, sealed_secret, created_at)
  SELECT id, sealed_secret, created_at FROM postback_endpoints WHERE deleted_at IS NULL ORDER BY id;
  ALTER TABLE postback_endpoints DROP COLUMN sealed_secret;
`;

/** What instances keep in memory of endpoints, and nothing else, has to make them look again: an endpoint's own events do not. */
const DIRECTORY = `
  DROP TRIGGER postback_endpoints_directory_version ON postback_endpoints;
  CREATE TRIGGER postback_endpoints_directory_version
  AFTER INSERT OR DELETE OR UPDATE OF url, events, status, deleted_at ON postback_endpoints
  FOR EACH STATEMENT EXECUTE FUNCTION next_directory_version();
  CREATE TRIGGER postback_secrets_directory_version
  AFTER INSERT OR DELETE OR UPDATE ON postback_secrets
  FOR EACH STATEMENT EXECUTE FUNCTION next_directory_version();

  -- Whoever makes and removes endpoints all day leaves rows that nobody looks for by their merchant.
  DROP INDEX postback_endpoints_by_merchant;
  CREATE INDEX postback_endpoints_by_merchant ON postback_endpoints (merchant_id, id DESC) WHERE deleted_at IS NULL;
`;
