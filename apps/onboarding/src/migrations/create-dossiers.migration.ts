import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a submerchant is reviewed by: its addresses, its documents and who represents it. */
export class CreateDossiers1764100100000 implements MigrationInterface {
  readonly name = 'CreateDossiers1764100100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(VIEWS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW published_submerchant_documents, published_legal_representatives, published_submerchant_addresses;
      DROP TABLE document_checks, submerchant_documents, legal_representatives, submerchant_addresses;
    `);
  }
}

/**
 * A representative that is deleted stays as a row: its documents name it, and who was once behind a company has to be known for years.
 * Of the documents of one type and one representative all but the newest are `replaced`. `document_checks` are the files that are still to
 * be looked at, where the deployment wants that.
 */
const TABLES = `
  CREATE TABLE submerchant_addresses (
    id uuid PRIMARY KEY,
    submerchant_id uuid NOT NULL REFERENCES submerchants (id),
    merchant_id uuid NOT NULL,
    type text NOT NULL CHECK (type IN ('billing', 'shipping', 'commercial')),
    street text NOT NULL,
    number text NOT NULL,
    complement text,
    neighborhood text NOT NULL,
    city text NOT NULL,
    state text NOT NULL,
    zip_code text NOT NULL,
    country text NOT NULL,
    is_primary boolean NOT NULL,
    created_at timestamptz NOT NULL
  );
  CREATE INDEX submerchant_addresses_by_submerchant ON submerchant_addresses (submerchant_id, id);
  CREATE UNIQUE INDEX submerchant_addresses_one_primary ON submerchant_addresses (submerchant_id) WHERE is_primary;

  CREATE TABLE legal_representatives (
    id uuid PRIMARY KEY,
    submerchant_id uuid NOT NULL REFERENCES submerchants (id),
    merchant_id uuid NOT NULL,
    name text NOT NULL,
    document text NOT NULL,
    birth_date date NOT NULL,
    phone text NOT NULL,
    mother_name text,
    email text NOT NULL,
    role text NOT NULL CHECK (role IN ('legal_representative', 'partner', 'attorney', 'administrator')),
    qualification text
      CHECK (qualification IN ('DIRECTOR', 'PARTNER', 'ADMINISTRATOR', 'PRESIDENT', 'ATTORNEY', 'OTHER')),
    participation_percentage numeric(5, 2) CHECK (participation_percentage BETWEEN 0 AND 100),
    is_admin boolean NOT NULL,
    entity_type text NOT NULL CHECK (entity_type IN ('pf', 'pj')),
    legal_name text,
    deleted_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    UNIQUE (submerchant_id, id)
  );

  CREATE TABLE submerchant_documents (
    id uuid PRIMARY KEY,
    submerchant_id uuid NOT NULL REFERENCES submerchants (id),
    merchant_id uuid NOT NULL,
    legal_representative_id uuid,
    type text NOT NULL,
    notes text,
    number text,
    file_url text NOT NULL,
    file_name text NOT NULL,
    file_size bigint NOT NULL CHECK (file_size BETWEEN 1 AND 10485760),
    mime_type text NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'expired', 'replaced')),
    verified_at timestamptz,
    verification_notes text,
    expires_at timestamptz,
    sequence int NOT NULL,
    outbox_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    FOREIGN KEY (submerchant_id, legal_representative_id) REFERENCES legal_representatives (submerchant_id, id),
    CHECK ((type LIKE 'partner\\_%') = (legal_representative_id IS NOT NULL))
  );
  CREATE INDEX submerchant_documents_by_submerchant ON submerchant_documents (submerchant_id, id);
  CREATE UNIQUE INDEX submerchant_documents_one_current
    ON submerchant_documents (submerchant_id, type, legal_representative_id) NULLS NOT DISTINCT WHERE status <> 'replaced';
  CREATE INDEX submerchant_documents_by_expiry
    ON submerchant_documents (expires_at) WHERE expires_at IS NOT NULL AND status IN ('pending', 'approved');

  CREATE TABLE document_checks (
    document_id uuid PRIMARY KEY REFERENCES submerchant_documents (id),
    due_at timestamptz NOT NULL,
    attempts int NOT NULL DEFAULT 0
  );
  CREATE INDEX document_checks_by_due_at ON document_checks (due_at);
`;

const VIEWS = `
  CREATE VIEW published_submerchant_addresses AS
  SELECT id, submerchant_id, merchant_id, type, street, number, complement, neighborhood, city, state, zip_code, country, is_primary,
         created_at
  FROM submerchant_addresses;

  CREATE VIEW published_legal_representatives AS
  SELECT id, submerchant_id, merchant_id, name, document, birth_date, phone, mother_name, email, role, qualification,
         participation_percentage, is_admin, entity_type, legal_name, created_at, updated_at
  FROM legal_representatives WHERE deleted_at IS NULL;

  CREATE VIEW published_submerchant_documents AS
  SELECT id, submerchant_id, merchant_id, legal_representative_id, type, notes, number, file_url, file_name, file_size, mime_type, status,
         verified_at, verification_notes, expires_at, created_at, updated_at
  FROM submerchant_documents;
`;
