import { readStatements, splitAtCommas } from './read-statements.js';

/** What the version before may not survive, or what keeps it waiting. */
export const HAZARDS = {
  removes: 'takes away what the version before may use',
  renames: 'renames what the version before may use',
  demands: 'demands what the version before does not write',
  retypes: 'changes a type: the table is written anew, and the version before may not understand it',
  rewrites: 'writes the whole table anew while nobody may read it',
  scans: 'reads the whole table while nobody may write to it',
} as const;

export type Hazard = keyof typeof HAZARDS;

export interface Finding {
  readonly hazard: Hazard;
  readonly statement: string;
}

const NAME = String.raw`(?:IF (?:NOT )?EXISTS )?(?:ONLY )?"?([\w.]+)"?`;
/** Not those that replace something. */
const CREATED = new RegExp(
  String.raw`\bCREATE (?:(?:UNLOGGED |TEMP |TEMPORARY )?TABLE|(?:MATERIALIZED )?VIEW|(?:UNIQUE )?INDEX(?: CONCURRENTLY)?) ${NAME}`,
  'gi',
);
const ALTERED = new RegExp(String.raw`\bALTER TABLE ${NAME}(?: \*)? (.*)`, 'i');
const INDEXED = new RegExp(String.raw`\bCREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*?\bON ${NAME}`, 'i');
const DROPPED =
  /\bDROP (?!INDEX CONCURRENTLY IF EXISTS\b)(TABLE|VIEW|MATERIALIZED VIEW|SCHEMA|TYPE|DOMAIN|FUNCTION|PROCEDURE|SEQUENCE|INDEX|OWNED) (.*)/i;
const LOCKED = new RegExp(String.raw`^LOCK (?:TABLE )?${NAME}`, 'i');

/** What can be said of a whole statement, whatever it is about. */
const STATEMENTS: readonly [Hazard, RegExp][] = [
  ['removes', /^TRUNCATE\b/i],
  ['removes', /^REVOKE\b/i],
  ['renames', /^ALTER (?!TABLE\b|INDEX\b|ROLE\b).*\b(?:RENAME|SET SCHEMA)\b/i],
  ['rewrites', /^(?:CLUSTER|VACUUM FULL)\b/i],
  ['scans', /^(?:REINDEX|REFRESH MATERIALIZED VIEW)\b(?!.*\bCONCURRENTLY\b)/i],
];

/** What can be said of one action of an ALTER TABLE. An action may be several. */
const ACTIONS: readonly [Hazard, RegExp][] = [
  ['removes', /^DROP (?!EXPRESSION\b)/i],
  ['removes', /^ALTER .* DROP DEFAULT\b/i],
  ['removes', /^DETACH PARTITION\b/i],
  ['renames', /^RENAME\b|^SET SCHEMA\b/i],
  [
    'demands',
    /^ADD (?!CONSTRAINT\b|CHECK\b|UNIQUE\b|PRIMARY\b|FOREIGN\b|EXCLUDE\b)(?=.*\b(?:NOT NULL|PRIMARY KEY)\b)(?!.*\b(?:DEFAULT|GENERATED|(?:big|small)?serial)\b)/i,
  ],
  ['demands', /^ALTER .* SET NOT NULL\b/i],
  ['retypes', /^ALTER (?:COLUMN )?(?!COLUMN\b)"?\w+"? (?:SET DATA )?TYPE\b/i],
  ['rewrites', /^ADD .*\b(?:GENERATED|(?:big|small)?serial)\b/i],
  ['rewrites', /^ADD .*\bDEFAULT\b.*\b(?:random|clock_timestamp|gen_random_uuid|uuidv[47]|nextval|timeofday) ?\(/i],
  ['rewrites', /^SET (?:TABLESPACE|ACCESS METHOD|LOGGED|UNLOGGED)\b/i],
  ['scans', /^ADD .*\b(?:CHECK|REFERENCES|UNIQUE|PRIMARY KEY|EXCLUDE)\b(?!.*\b(?:NOT VALID|USING INDEX)\b)/i],
  ['scans', /^ADD CONSTRAINT \S+ NOT NULL\b(?!.*\bNOT VALID\b)/i],
  ['scans', /^ATTACH PARTITION\b/i],
];

/**
 * Finds statements that do not fit a migration which runs while the version before works on, and while its tables are large. What was
 * made since that version is left out.
 *
 * It reads text, so it does not see what functions do that are called, what is put together with `EXECUTE`, new rules that old code
 * breaks (`NOT VALID`, triggers, functions and views made anew), long `UPDATE`s, nor how large a table is.
 * @param news tables, views and indexes made since the version before; those that this SQL makes are added
 */
export function findHazards(sql: string, news: Set<string> = new Set()): Finding[] {
  return readStatements(sql).flatMap((statement) => {
    const hazards = new Set(hazardsOf(statement, news));
    for (const [, name] of statement.matchAll(CREATED)) news.add(plain(name!));
    return [...hazards].map((hazard) => ({ hazard, statement }));
  });
}

function hazardsOf(statement: string, news: ReadonlySet<string>): Hazard[] {
  const isOld = (table: string | undefined): boolean => table !== undefined && !news.has(plain(table));
  const [, altered, actions = ''] = ALTERED.exec(statement) ?? [];
  if (altered) {
    return isOld(altered) ? splitAtCommas(actions).flatMap((action) => matching(ACTIONS, action)) : [];
  }
  const [, kind, rest = ''] = DROPPED.exec(statement) ?? [];
  if (kind) return namesIn(rest).some(isOld) ? ['removes'] : [];
  if (isOld(INDEXED.exec(statement)?.[1])) return ['scans'];
  if (isOld(LOCKED.exec(statement)?.[1])) return ['scans'];
  return matching(STATEMENTS, statement);
}

const matching = (rules: readonly [Hazard, RegExp][], text: string): Hazard[] =>
  rules.filter(([, pattern]) => pattern.test(text)).map(([hazard]) => hazard);

const namesIn = (list: string): string[] =>
  splitAtCommas(list.replace(/^(?:CONCURRENTLY )?(?:IF EXISTS )?/i, '').replace(/ (?:CASCADE|RESTRICT)$/i, ''));

const plain = (name: string): string => name.replaceAll('"', '').toLowerCase();
