import { PinoLogger } from '../logging/pino-logger.js';
import { Shutdown } from './shutdown.js';

describe('Shutdown', () => {
  const logger = PinoLogger.create('silent');
  let stopped: string[];
  let shutdown: Shutdown;

  const step =
    (name: string): (() => Promise<void>) =>
    async () => {
      await Promise.resolve();
      stopped.push(name);
    };

  beforeEach(() => {
    stopped = [];
    shutdown = new Shutdown(logger);
  });

  it('stops in the opposite order of the start', async () => {
    shutdown.defer('database', step('database'));
    shutdown.defer('bus', step('bus'));
    shutdown.defer('service', step('service'));

    expect(await shutdown.run()).toBe(true);
    expect(stopped).toEqual(['service', 'bus', 'database']);
  });

  it('goes on after a step that fails, and does not call it clean', async () => {
    shutdown.defer('database', step('database'));
    shutdown.defer('bus', () => Promise.reject(new Error('stuck')));

    expect(await shutdown.run()).toBe(false);
    expect(stopped).toEqual(['database']);
  });

  it('runs once', async () => {
    shutdown.defer('database', step('database'));

    await Promise.all([shutdown.run(), shutdown.run()]);

    expect(stopped).toEqual(['database']);
  });

  it('tells those who still wait to start', () => {
    expect(shutdown.signal.aborted).toBe(false);
    void shutdown.run();
    expect(shutdown.signal.aborted).toBe(true);
  });

  it('does not wait for ever', async () => {
    const impatient = new Shutdown(logger, { timeoutMs: 20 });
    impatient.defer('database', () => new Promise(() => undefined));

    expect(await impatient.run()).toBe(false);
  });
});
