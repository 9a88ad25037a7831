import { loadSettings, PinoLogger, type Logger, type Settings } from '@centavo/runtime';

/** Runs a step that must complete before the services start. What stops it is one sentence on standard error and exit code 1. */
export async function runStep(
  name: string,
  step: (settings: Settings, logger: Logger) => Promise<unknown>,
): Promise<void> {
  try {
    const settings = loadSettings(process.env);
    await step(settings, PinoLogger.create(settings.logLevel).child({ service: name }));
    // A connection that a library holds on to must not hold up what waits for this step.
    process.exit(0);
  } catch (error) {
    process.stderr.write(`The ${name} step failed. ${(error as Error).message}\n`);
    process.exit(1);
  }
}
