import { PostgresDatabase } from '@centavo/persistence';
import { SecretBox } from '@centavo/runtime';
import { PATIENT_CONNECTION } from '@centavo/testing';
import { resealColumn } from '../secrets/reseal-column.js';
import type { SealedColumn } from '../secrets/sealed-column.js';

/** What a test asks of {@link resealColumn} in a process of its own. */
export interface Resealing {
  readonly url: string;
  readonly role: string;
  readonly password: string;
  readonly secretsKeys: readonly string[];
  readonly column: SealedColumn;
}

const { secretsKeys, column, ...access } = JSON.parse(process.argv[2] ?? '') as Resealing;
const database = await PostgresDatabase.connect({ ...access, poolSize: 1, ...PATIENT_CONNECTION });
process.send?.(await resealColumn(database, column, new SecretBox(secretsKeys)));
await database.close();
process.disconnect();
