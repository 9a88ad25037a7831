import { Books } from './books.mjs';
import { ledgerSystems } from './systems.mjs';

/**
 * Starts the ledger, does something with it and stops it.
 * @template T
 * @param {{mode: string, dataDir: string, env: Record<string, string>, aheadMs?: number}} options
 * @param {(ledger: {system: import('../alone/systems.mjs').LoneSystem, books: Books}) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLedger({ mode, dataDir, env, aheadMs }, work) {
  const system = await ledgerSystems[mode]({ dataDir, env, aheadMs });
  try {
    const books = await Books.open({ dataDir, password: env.DATABASE_PASSWORD });
    try {
      return await work({ system, books });
    } finally {
      await books.close();
    }
  } finally {
    await system.stop();
  }
}
