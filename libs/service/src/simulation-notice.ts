import { Logger, Settings } from '@centavo/runtime';
import type { FactoryProvider } from '@nestjs/common';

/**
 * A provider that says at every start in production that what it names is simulated, so that nobody takes its approvals for money.
 * @param what what takes the place of a real one, like `acquirer`
 */
export const simulationNotice = (what: string): FactoryProvider<void> => ({
  provide: `notice that the ${what} is simulated`,
  inject: [Settings, Logger],
  useFactory: ({ isSandbox }: Settings, logger: Logger) => {
    if (!isSandbox)
      logger.warn(`the ${what} is simulated, and no money moves; docs/deployment.md says how to add a real one`);
  },
});
