import pg from 'pg';

/** What every data source of TypeORM's begins with. Left to itself TypeORM looks for `pg` in node_modules, which a bundled program does without. */
export const POSTGRES_DRIVER = { type: 'postgres', driver: pg, installExtensions: false } as const;
