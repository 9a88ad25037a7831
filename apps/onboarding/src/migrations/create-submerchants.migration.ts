import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Submerchants, and how many there are. A merchant may have a million: its list finds a page in an index for every combination of filters,
 * and a total is a sum of counts that are kept in the transaction of every write. Each connection counts in a slot of its own, or
 * everybody who registers submerchants of one merchant at once would wait for its one count.
 */
export class CreateSubmerchants1764100000000 implements MigrationInterface {
  readonly name = 'CreateSubmerchants1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(COUNTING);
    await runner.query(VIEWS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW published_submerchant_counts, published_submerchant_listings, published_submerchants;
      DROP TABLE submerchants, submerchant_counts;
      DROP FUNCTION count_new_submerchants(), count_moved_submerchants();
    `);
  }
}

const TABLES = `
  CREATE TABLE submerchants (
    id uuid PRIMARY KEY,
    merchant_id uuid NOT NULL REFERENCES merchants (id),
    wallet_id uuid NOT NULL UNIQUE,
    entity_type text NOT NULL CHECK (entity_type IN ('pf', 'pj')),
    trade_name text NOT NULL,
    legal_name text NOT NULL,
    tax_id text NOT NULL CHECK (tax_id ~ CASE entity_type WHEN 'pf' THEN '^[0-9]{11}$' ELSE '^[0-9A-Z]{12}[0-9]{2}$' END),
    email text NOT NULL,
    phone text,
    website text,
    description text,
    soft_descriptor text,
    birth_date date,
    mother_name text,
    business_type text,
    product_categories text[],
    average_ticket bigint,
    monthly_revenue bigint,
    mcc text,
    cnaes jsonb,
    status text NOT NULL CHECK (status IN ('pending', 'in_review', 'approved', 'rejected', 'suspended', 'blocked')),
    reviewed_at timestamptz,
    review_notes text,
    sequence int NOT NULL,
    outbox_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT submerchants_tax_id_once UNIQUE (merchant_id, tax_id)
  );
  CREATE INDEX submerchants_by_merchant ON submerchants (merchant_id, id DESC);
  CREATE INDEX submerchants_by_status ON submerchants (merchant_id, entity_type, status, id DESC);
`;

const COUNTING = `
  CREATE TABLE submerchant_counts (
    merchant_id uuid NOT NULL,
    entity_type text NOT NULL,
    status text NOT NULL,
    slot int NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (merchant_id, entity_type, status, slot)
  ) WITH (fillfactor = 50);

  -- In order, so that two writers of one slot cannot wait for each other in a circle.
  CREATE FUNCTION count_new_submerchants() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS
  $$ BEGIN
    INSERT INTO submerchant_counts AS c (merchant_id, entity_type, status, slot, count)
    SELECT merchant_id, entity_type, status, pg_backend_pid() % 16, count(*) FROM added
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (merchant_id, entity_type, status, slot) DO UPDATE SET count = c.count + excluded.count;
    RETURN NULL;
  END $$;

  CREATE FUNCTION count_moved_submerchants() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS
  $$ BEGIN
    INSERT INTO submerchant_counts AS c (merchant_id, entity_type, status, slot, count)
    SELECT merchant_id, entity_type, status, pg_backend_pid() % 16, sum(change)
    FROM (
      SELECT merchant_id, entity_type, status, 1 AS change FROM after
      UNION ALL
      SELECT merchant_id, entity_type, status, -1 FROM before
    ) changes
    GROUP BY 1, 2, 3 HAVING sum(change) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (merchant_id, entity_type, status, slot) DO UPDATE SET count = c.count + excluded.count;
    RETURN NULL;
  END $$;

  CREATE TRIGGER submerchants_added AFTER INSERT ON submerchants
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_submerchants();

  CREATE TRIGGER submerchants_moved AFTER UPDATE ON submerchants
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_moved_submerchants();
`;

const VIEWS = `
  CREATE VIEW published_submerchants AS
  SELECT id, merchant_id, wallet_id, entity_type, trade_name, legal_name, tax_id, email, phone, website, description, soft_descriptor,
         birth_date, mother_name, business_type, product_categories, average_ticket, monthly_revenue, mcc, cnaes, status, reviewed_at,
         review_notes, created_at, updated_at
  FROM submerchants;

  CREATE VIEW published_submerchant_listings AS
  SELECT merchant_id AS owner_id, entity_type, status, id, created_at FROM submerchants;

  CREATE VIEW published_submerchant_counts AS
  SELECT merchant_id AS owner_id, merchant_id, entity_type, status, count FROM submerchant_counts;
`;
