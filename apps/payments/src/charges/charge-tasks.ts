import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { deleteTask } from './charge-tasks.sql.js';
import type { ChargeState } from './charge.domain.js';
import { lockCharge } from './charges.sql.js';

/** The end of tasks that lead to no move. */
@Injectable()
export class ChargeTasks {
  constructor(private readonly database: Database) {}

  /**
   * Ends the task of a charge. @param charge as the owner of the task knows it
   * @returns false when another process has taken the task over: it is no longer the caller's, and neither is its outcome
   */
  end(charge: Pick<ChargeState, 'id' | 'version'>): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const now = await lockCharge(transaction, charge.id);
      if (now?.version !== charge.version) return false;
      await deleteTask(transaction, charge.id);
      return true;
    });
  }
}
