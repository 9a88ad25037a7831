import { join, relative } from 'node:path';
import { loadSettings, PinoLogger, Shutdown, shutDownOnSignal, withSandboxKeys } from '@centavo/runtime';
import { startStandalone } from './standalone.js';
import { welcome } from './welcome.js';

/** `npm start`: everything in one process. What goes wrong on the way up is one sentence on standard error. */
try {
  const settings = loadSettings(await withSandboxKeys(process.env, process.env['DATA_DIR'] || '.centavo'));
  const logger = PinoLogger.create(process.env['LOG_LEVEL'] ? settings.logLevel : 'warn');
  const shutdown = new Shutdown(logger);
  shutDownOnSignal(shutdown, logger);
  try {
    const { credentials, demoLink } = await startStandalone(settings, logger, shutdown);
    const path = relative('', join(settings.dataDir, 'credentials.json'));
    process.stdout.write(welcome(credentials, path, demoLink));
  } catch (error) {
    if (!shutdown.signal.aborted) {
      await shutdown.run();
      throw error;
    }
  }
} catch (error) {
  process.stderr.write(`\nCentavo could not start. ${(error as Error).message}\n`);
  process.exit(1);
}
