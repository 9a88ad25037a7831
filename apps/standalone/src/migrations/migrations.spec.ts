import { BUS_MIGRATIONS } from '@centavo/messaging';
import type { MigrationClass } from '@centavo/persistence';
import { schemasOf } from '@centavo/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SERVICES } from '../services.js';
import { checkMigration, type Excused } from './check-migration.js';
import { findHazards } from './find-hazards.js';

/** The last migration of each schema that the version before has. A release moves it. */
const LAST_OF_VERSION_BEFORE: Readonly<Record<string, string>> = {
  shared: 'PublishDeadLetters1763740500000',
  payments: 'CreatePaymentLinks1764500100000',
  onboarding: 'RefineMerchants1764100300000',
  ledger: 'NamePinKeys1764600000000',
  webhooks: 'TraceEvents1764500000000',
  vault: 'CreateVault1764000100000',
};

const SCHEMAS = [{ name: 'shared', migrations: BUS_MIGRATIONS }, ...schemasOf(SERVICES)];

const timeOf = (name: string): number => Number(/\d+$/.exec(name)?.[0]);
const byTime = (a: MigrationClass, b: MigrationClass): number => timeOf(a.name) - timeOf(b.name);

/** Those that run when the version before is upgraded, in their order. */
function newIn({ name, migrations }: (typeof SCHEMAS)[number]): MigrationClass[] {
  const last = timeOf(LAST_OF_VERSION_BEFORE[name] ?? '');
  return migrations.filter((migration) => timeOf(migration.name) > last).toSorted(byTime);
}

describe('the migrations', () => {
  it.each(SCHEMAS)('$name knows which of its migrations the version before has', ({ name, migrations }) => {
    expect(migrations.map((migration) => migration.name)).toContain(LAST_OF_VERSION_BEFORE[name]);
  });

  it.each(SCHEMAS)('$name has none that the version before does not survive', async (schema) => {
    const news = new Set<string>();
    const problems: string[] = [];
    for (const migration of newIn(schema)) problems.push(...(await checkMigration(migration, news)));

    expect(problems).toEqual([]);
  });
});

describe('the check of migrations', () => {
  it.each([
    ['removes', 'DROP TABLE charges'],
    [
      'removes',
      'DROP VIEW IF EXISTS published_charges CASCADE; CREATE VIEW published_charges AS SELECT id FROM charges',
    ],
    ['removes', 'DROP INDEX charges_by_day'],
    ['removes', 'ALTER TABLE charges DROP COLUMN currency'],
    ['removes', 'alter table only "charges"\n  add column a int,\n  drop currency -- a column'],
    ['removes', 'ALTER TABLE charges ALTER COLUMN currency DROP DEFAULT'],
    ['removes', 'ALTER TABLE charges DROP CONSTRAINT charges_key'],
    ['removes', 'TRUNCATE charges'],
    ['removes', 'REVOKE SELECT ON published_charges FROM gateway'],
    ['removes', `DO $$ BEGIN IF true THEN DROP TABLE charges; END IF; END $$`],
    ['renames', 'ALTER TABLE charges RENAME TO payments'],
    ['renames', 'ALTER TABLE IF EXISTS charges RENAME COLUMN amount TO total'],
    ['renames', 'ALTER VIEW published_charges RENAME COLUMN amount TO total'],
    ['demands', 'ALTER TABLE charges ADD COLUMN country text NOT NULL'],
    ['demands', 'ALTER TABLE charges ALTER country SET NOT NULL'],
    ['retypes', 'ALTER TABLE charges ALTER COLUMN amount TYPE numeric(20, 2) USING amount::numeric'],
    ['retypes', 'ALTER TABLE charges ALTER amount SET DATA TYPE bigint'],
    ['rewrites', 'ALTER TABLE charges ADD COLUMN token uuid DEFAULT gen_random_uuid()'],
    ['rewrites', 'ALTER TABLE charges ADD COLUMN position bigint GENERATED ALWAYS AS IDENTITY'],
    ['rewrites', 'ALTER TABLE charges SET UNLOGGED'],
    ['scans', 'CREATE UNIQUE INDEX charges_by_day ON charges (day)'],
    ['scans', 'CREATE INDEX ON ONLY charges (day)'],
    ['scans', 'ALTER TABLE charges ADD CONSTRAINT positive CHECK (amount > 0)'],
    ['scans', 'ALTER TABLE charges ADD COLUMN link_id uuid REFERENCES links'],
    ['scans', 'ALTER TABLE charges ADD PRIMARY KEY (id)'],
    ['scans', 'LOCK TABLE charges IN SHARE MODE'],
    ['scans', 'REINDEX TABLE charges'],
  ])('finds what %s: %s', (hazard, sql) => {
    expect(findHazards(sql).map((finding) => finding.hazard)).toEqual([hazard]);
  });

  it.each([
    'ALTER TABLE charges ADD COLUMN country text',
    `ALTER TABLE charges ADD COLUMN country text NOT NULL DEFAULT 'BR', ADD COLUMN seen_at timestamptz DEFAULT now()`,
    'ALTER TABLE dead_letters ALTER COLUMN type SET STORAGE EXTERNAL',
    'ALTER TABLE charges ALTER COLUMN country DROP NOT NULL',
    'ALTER TABLE charges ADD CONSTRAINT positive CHECK (amount > 0 AND country IS NOT NULL) NOT VALID',
    'ALTER TABLE charges VALIDATE CONSTRAINT positive',
    'ALTER TABLE charges ADD CONSTRAINT charges_key UNIQUE USING INDEX charges_by_token',
    'CREATE INDEX CONCURRENTLY charges_by_day ON charges (day)',
    'DROP INDEX CONCURRENTLY IF EXISTS charges_by_day',
    'CREATE TABLE links (id uuid PRIMARY KEY); CREATE INDEX links_by_id ON links (id); ALTER TABLE links DROP COLUMN id',
    'CREATE OR REPLACE VIEW published_charges AS SELECT id FROM charges',
    `CREATE FUNCTION forget() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DROP TABLE charges; END $$`,
    `COMMENT ON TABLE charges IS 'DROP TABLE charges; it''s never done' /* TRUNCATE charges; */`,
  ])('finds nothing in: %s', (sql) => {
    expect(findHazards(sql)).toEqual([]);
  });

  it('leaves out what an earlier migration of the same version made', async () => {
    const news = new Set<string>();

    expect(await checkMigration(runs('CREATE TABLE links (id uuid)'), news)).toEqual([]);
    expect(await checkMigration(runs('CREATE INDEX links_by_id ON links (id)'), news)).toEqual([]);
  });

  it('lets a migration say why a hazard is none, but for that one only', async () => {
    const sql = 'ALTER TABLE charges DROP COLUMN currency; TRUNCATE charges; CREATE INDEX ON charges (id)';
    const excused = runs(sql, { removes: 'The last version that reads it is 0.3.0.' });

    expect(await checkMigration(excused, new Set())).toEqual([
      expect.stringMatching(/^Falsified1 reads the whole table .*: "CREATE INDEX ON charges \(id\)"/),
    ]);
  });

  it('does not keep an excuse that nothing needs', async () => {
    const excused = runs('SELECT 1', { renames: 'Nobody reads it.' });

    expect(await checkMigration(excused, new Set())).toEqual([
      'Falsified1 excuses "renames", and there is nothing to excuse.',
    ]);
  });

  it('does not take what it cannot read for harmless', async () => {
    class Falsified2 implements MigrationInterface {
      async up(runner: QueryRunner): Promise<void> {
        await runner.dropColumn('charges', 'currency');
      }
      async down(): Promise<void> {}
    }

    await expect(checkMigration(Falsified2, new Set())).rejects.toThrow('Falsified2 uses dropColumn of its runner');
  });
});

function runs(sql: string, harmless?: Excused['harmless']): MigrationClass & Excused {
  return class Falsified1 implements MigrationInterface {
    static readonly harmless = harmless;
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(sql);
    }
    async down(): Promise<void> {}
  };
}
