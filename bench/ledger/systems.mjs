import { postmasterOf } from '../modes.mjs';
import { startWorker } from '../worker.mjs';
import { Stack } from '../../scripts/lib/stack.mjs';

/**
 * The ledger and nothing else of the platform, with somebody who brings it captures.
 * @typedef {object} LedgerSystem
 * @property {Record<string, {pids: number[], withChildren?: boolean}>} components its processes by name
 * @property {string[]} metricsUrls
 * @property {(load: object) => Promise<string[]>} feed see {@link import('./feed.mjs').feed}
 * @property {() => Promise<void>} stop
 */

/** @type {Record<string, (options: {dataDir: string, env: Record<string, string>, aheadMs?: number}) => Promise<LedgerSystem>>} */
export const ledgerSystems = { standalone: startInOneProcess, stack: startOnKafka };

/** @param {{aheadMs?: number}} options by how much the ledger's clock is ahead */
async function startInOneProcess({ dataDir, env, aheadMs }) {
  const worker = await startWorker('ledger/ledger-process.mjs');
  try {
    const { metricsUrl } = await worker.call('start', { dataDir, env, aheadMs });
    return {
      components: { 'ledger + producer': { pids: [worker.pid] }, ...(await postgresOf(dataDir)) },
      metricsUrls: [metricsUrl],
      feed: (load) => worker.call('feed', load),
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

async function startOnKafka({ dataDir, env }) {
  const scale = { onboarding: 0, payments: 0, webhooks: 0, gateway: 0 };
  const stack = new Stack({ dataDir, env, scale, kafkaProfile: 'load' });
  let producer;
  const stop = async () => {
    producer?.stop();
    await stack.stop();
  };
  try {
    await stack.start();
    producer = await startWorker('ledger/producer.mjs');
    await producer.call('connect', { brokers: [stack.kafka.brokers] });
  } catch (error) {
    await stop();
    throw error;
  }
  const { pid, opsPort } = stack.instance('ledger');
  return {
    components: {
      ledger: { pids: [pid] },
      Kafka: { pids: [stack.kafka.pid] },
      ...(await postgresOf(dataDir)),
      producer: { pids: [producer.pid] },
    },
    metricsUrls: [`http://127.0.0.1:${opsPort}/metrics`],
    feed: (load) => producer.call('feed', load),
    stop,
  };
}

const postgresOf = async (dataDir) => ({ PostgreSQL: { pids: [await postmasterOf(dataDir)], withChildren: true } });
