import { Metrics, SystemClock } from '@centavo/runtime';
import { silentLogger, testSettings } from '@centavo/testing';
import { startGateway } from '../../apps/gateway/src/gateway.js';
import { HttpClient } from '../http-client.js';
import type { TestPlatform } from '../platform.js';

/** One more gateway of a platform. */
export interface AnotherGateway {
  readonly http: HttpClient;
  stop(): Promise<void>;
}

/** @param environment settings by name, over those of `testSettings` */
export async function startAnotherGateway(
  { bus, testDatabase }: TestPlatform,
  environment: Readonly<Record<string, string>> = {},
): Promise<AnotherGateway> {
  const gateway = await startGateway({
    settings: testSettings(environment),
    bus,
    database: await testDatabase.database('gateway'),
    logger: silentLogger,
    clock: new SystemClock(),
    metrics: new Metrics(),
  });
  return { http: new HttpClient(`http://127.0.0.1:${gateway.port}`), stop: () => gateway.stop() };
}
