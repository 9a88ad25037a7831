import type { SubmerchantStanding } from '@centavo/contracts';
import type { Sql } from '@centavo/persistence';

/** How submerchants stand, whosever they are; those that are not there are left out. */
export const findStandings = (sql: Sql, ids: readonly string[]): Promise<SubmerchantStanding[]> =>
  sql.query<SubmerchantStanding>(
    'SELECT id, merchant_id, wallet_id, status, sequence FROM submerchants WHERE id = ANY ($1::uuid[])',
    [ids],
  );
