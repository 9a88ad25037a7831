import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What operators can set for a merchant, when a key was last used, and the log of everything that operators do. */
export class ExtendMerchants1764100200000 implements MigrationInterface {
  readonly name = 'ExtendMerchants1764100200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SETTINGS);
    await runner.query(AUDIT_LOG);
    await runner.query(VIEWS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW published_audit_log, published_audit_subjects, published_audit_effects, published_api_keys, published_merchants;
      DROP TABLE audit_effects, audit_answers, audit_calls;
      DROP FUNCTION refuse_audit_change();
      DROP INDEX merchants_by_tax_id;
      ALTER TABLE api_keys DROP last_used_at;
      ALTER TABLE merchants DROP anticipation, DROP withdrawal_methods;
      CREATE VIEW published_merchants AS
      SELECT id, name, legal_name, tax_id, email, status, wallet_id, fees, created_at, updated_at FROM merchants;
      CREATE VIEW published_api_keys AS
      SELECT id, merchant_id, name, public_key, is_active, allowed_ips, created_at FROM api_keys WHERE revoked_at IS NULL;
    `);
  }
}

/** Defaults are for the merchants that are there already; the code says what a new one gets. */
const SETTINGS = `
  ALTER TABLE merchants
    ADD anticipation jsonb NOT NULL DEFAULT '{"review": "automatic", "monthly_rate_bps": 199, "automatic_enabled": false}',
    ADD withdrawal_methods text[] NOT NULL DEFAULT '{pix,ted}';
  ALTER TABLE merchants
    ALTER anticipation DROP DEFAULT,
    ALTER withdrawal_methods DROP DEFAULT;
  CREATE INDEX merchants_by_tax_id ON merchants (tax_id);

  ALTER TABLE api_keys ADD last_used_at timestamptz;
`;

/**
 * Three tables that only grow: what was called, what it did, what it was answered. A call's id is a UUIDv7 that was made when it came in.
 * An effect has no foreign key to its call: nothing that was done must be undone because the log of it was tidied away.
 */
const AUDIT_LOG = `
  CREATE TABLE audit_calls (
    id uuid PRIMARY KEY,
    operator text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    query jsonb,
    resource_id uuid,
    request_id text NOT NULL,
    body jsonb
  );
  CREATE INDEX audit_calls_by_operator ON audit_calls (operator, id DESC);
  CREATE INDEX audit_calls_by_method ON audit_calls (method, id DESC);
  CREATE INDEX audit_calls_by_resource ON audit_calls (resource_id, id DESC) WHERE resource_id IS NOT NULL;

  CREATE TABLE audit_effects (
    id uuid PRIMARY KEY,
    call_id uuid NOT NULL,
    action text NOT NULL,
    resource_id uuid NOT NULL,
    details jsonb NOT NULL,
    at timestamptz NOT NULL
  );
  CREATE INDEX audit_effects_by_call ON audit_effects (call_id);
  CREATE INDEX audit_effects_by_action ON audit_effects (action, call_id DESC);
  CREATE INDEX audit_effects_by_resource ON audit_effects (resource_id, call_id DESC);

  CREATE TABLE audit_answers (
    call_id uuid PRIMARY KEY REFERENCES audit_calls (id),
    status smallint NOT NULL,
    error text,
    answered_at timestamptz NOT NULL
  );

  CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the audit log is append-only: % on % refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END $$;
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_calls
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_effects
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_answers
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
`;

/** Replaced and not made anew: a gateway that runs keeps its rights. */
const VIEWS = `
  CREATE OR REPLACE VIEW published_merchants AS
  SELECT id, name, legal_name, tax_id, email, status, wallet_id, fees, created_at, updated_at, anticipation, withdrawal_methods
  FROM merchants;

  CREATE OR REPLACE VIEW published_api_keys AS
  SELECT id, merchant_id, name, public_key, is_active, allowed_ips, created_at, last_used_at
  FROM api_keys WHERE revoked_at IS NULL;

  CREATE VIEW published_audit_log AS
  SELECT c.id, uuid_extract_timestamp(c.id) AS occurred_at, c.operator, c.method, c.path, c.query, c.resource_id, c.request_id,
         c.body, a.status, a.error,
         (SELECT coalesce(jsonb_agg(
            jsonb_build_object('action', e.action, 'resource_id', e.resource_id, 'details', e.details, 'at', e.at) ORDER BY e.id
          ), '[]') FROM audit_effects e WHERE e.call_id = c.id) AS effects
  FROM audit_calls c LEFT JOIN audit_answers a ON a.call_id = c.id;

  CREATE VIEW published_audit_effects AS
  SELECT call_id, action FROM audit_effects;

  CREATE VIEW published_audit_subjects AS
  SELECT id AS call_id, resource_id FROM audit_calls WHERE resource_id IS NOT NULL
  UNION ALL
  SELECT call_id, resource_id FROM audit_effects;
`;
