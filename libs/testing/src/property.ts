import type { Parameters } from 'fast-check';

/**
 * Settings of a property test. fast-check prints the seed of a failure; `FC_SEED` takes it back.
 * @param numRuns how many random cases to try
 */
export const runs = (numRuns: number): Parameters<unknown> => ({
  numRuns,
  ...(process.env.FC_SEED && { seed: Number(process.env.FC_SEED) }),
});
