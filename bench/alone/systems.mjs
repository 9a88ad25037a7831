import { STACK_SERVICES, Stack } from '../../scripts/lib/stack.mjs';
import { postgresPortOf, postmasterOf } from '../modes.mjs';
import { startWorker } from '../worker.mjs';

/**
 * A service and nothing else of the platform, with somebody who brings it work.
 * @typedef {object} LoneSystem
 * @property {Record<string, {pids: number[], withChildren?: boolean}>} components its processes by name
 * @property {string} serviceComponent the name of the service's own process among them
 * @property {string} schema the service's
 * @property {string[]} metricsUrls
 * @property {{call: (method: string, argument?: unknown) => Promise<any>}} producer who brings the work
 * @property {() => Promise<void>} stop
 */

/**
 * How a service is started alone, by mode.
 * @param {{service: string, inProcess: string, producer: string}} files `inProcess`: the worker that is the service and its producer in one
 *   process; `producer`: the one that brings it work over Kafka
 * @returns {Record<string, (options: {dataDir: string, env: Record<string, string>, aheadMs?: number}) => Promise<LoneSystem>>}
 */
export const loneSystems = (files) => ({
  standalone: (options) => startInOneProcess(files, options),
  stack: (options) => startOnKafka(files, options),
});

async function startInOneProcess({ service, inProcess }, options) {
  const worker = await startWorker(inProcess);
  try {
    const { metricsUrl } = await worker.call('start', options);
    const serviceComponent = `${service} + producer`;
    return {
      components: { [serviceComponent]: { pids: [worker.pid] }, ...(await postgresOf(options.dataDir)) },
      serviceComponent,
      schema: service,
      metricsUrls: [metricsUrl],
      producer: worker,
      async stop() {
        await worker.call('stop');
        worker.stop();
      },
    };
  } catch (error) {
    worker.stop();
    throw error;
  }
}

async function startOnKafka({ service, producer: file }, { dataDir, env }) {
  const scale = Object.fromEntries(STACK_SERVICES.filter((name) => name !== service).map((name) => [name, 0]));
  const stack = new Stack({ dataDir, env, scale, kafkaProfile: 'load' });
  let producer;
  const stop = async () => {
    producer?.stop();
    await stack.stop();
  };
  try {
    await stack.start();
    producer = await startWorker(file);
    const databaseUrl = await databaseUrlOf(dataDir);
    await producer.call('connect', { brokers: [stack.kafka.brokers], databaseUrl, password: env.DATABASE_PASSWORD });
  } catch (error) {
    await stop();
    throw error;
  }
  const { pid, opsPort } = stack.instance(service);
  return {
    components: {
      [service]: { pids: [pid] },
      Kafka: { pids: [stack.kafka.pid] },
      ...(await postgresOf(dataDir)),
      producer: { pids: [producer.pid] },
    },
    serviceComponent: service,
    schema: service,
    metricsUrls: [`http://127.0.0.1:${opsPort}/metrics`],
    producer,
    stop,
  };
}

/** Without a user: whoever connects adds its own. @param {string} dataDir */
export const databaseUrlOf = async (dataDir) => `postgresql://127.0.0.1:${await postgresPortOf(dataDir)}/centavo`;

const postgresOf = async (dataDir) => ({ PostgreSQL: { pids: [await postmasterOf(dataDir)], withChildren: true } });
