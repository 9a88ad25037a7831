import type { MigrationClass } from '@centavo/persistence';
import type { QueryRunner } from 'typeorm';
import { findHazards, type Finding, type Hazard, HAZARDS } from './find-hazards.js';

/**
 * What a migration may say of itself: why a hazard is none. What it contracts names the version that was the last to need it, and anything
 * else says how few rows there are, or who alone uses them.
 */
export interface Excused {
  readonly harmless?: Readonly<Partial<Record<Hazard, string>>>;
}

/**
 * Runs a migration without a database and looks at its statements.
 * @param news tables, views and indexes made since the version before; those that this migration makes are added
 * @returns a sentence for each hazard that is not excused, and each excuse that nothing needs
 */
export async function checkMigration(migration: MigrationClass & Excused, news: Set<string>): Promise<string[]> {
  const findings = (await statementsOf(migration)).flatMap((sql) => findHazards(sql, news));
  const { harmless = {} } = migration;
  const problems = findings.filter(({ hazard }) => !harmless[hazard]).map((finding) => sentenceOf(migration, finding));
  const idle = Object.keys(harmless).filter((excuse) => !findings.some(({ hazard }) => hazard === excuse));
  return [
    ...problems,
    ...idle.map((excuse) => `${migration.name} excuses "${excuse}", and there is nothing to excuse.`),
  ];
}

async function statementsOf(migration: MigrationClass): Promise<string[]> {
  const statements: string[] = [];
  const query = async (sql: string): Promise<unknown[]> => {
    statements.push(sql);
    return [];
  };
  const recorder = new Proxy({} as QueryRunner, {
    get: (_, name) => {
      if (name === 'query') return query;
      throw new Error(`${migration.name} uses ${String(name)} of its runner: written as SQL it can be checked.`);
    },
  });
  await new migration().up(recorder);
  return statements;
}

const sentenceOf = ({ name }: MigrationClass, { hazard, statement }: Finding): string =>
  `${name} ${HAZARDS[hazard]}: "${statement.slice(0, 120)}". CONTRIBUTING.md says what to do instead; if it is right all the same, static harmless = { ${hazard}: 'why' }.`;
