import type { Database } from '@centavo/persistence';

export interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[] | undefined;
  /** Which of the database's ways it went: they plan differently. */
  readonly via: 'query' | 'queryPrepared';
}

/** Notes every statement that a database is asked for from now on. */
export function noteStatements(database: Database): Statement[] {
  const noted: Statement[] = [];
  for (const via of ['query', 'queryPrepared'] as const) {
    const run = database[via].bind(database);
    database[via] = (text, parameters) => {
      noted.push({ text, parameters, via });
      return run(text, parameters);
    };
  }
  return noted;
}

/** What `EXPLAIN` says of a step; only what is looked at here. */
interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Runs a statement. @returns how many rows of each table, or of its indexes, were looked at */
export async function rowsLookedAt(
  database: Database,
  { text, parameters, via }: Statement,
): Promise<Map<string, number>> {
  const [explained] = await database[via]<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    parameters,
  );
  const rows = new Map<string, number>();
  for (const node of nodesOf(explained!['QUERY PLAN'][0]!.Plan)) {
    const table = node['Relation Name'];
    if (table === undefined) continue;
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    rows.set(table, (rows.get(table) ?? 0) + (node['Actual Rows'] + removed) * node['Actual Loops']);
  }
  return rows;
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
