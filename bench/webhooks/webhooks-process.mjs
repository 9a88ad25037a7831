import { importBuilt } from '../../scripts/lib/paths.mjs';
import { startAlone } from '../alone/start-alone.mjs';
import { answerCalls } from '../worker.mjs';
import { Producer, producerCalls } from './producer.mjs';

/** The service webhooks alone in a process, and in it who commits the events. */
const { SystemClock } = await importBuilt('libs/runtime/src/index.js');
const { webhooksService } = await importBuilt('apps/webhooks/src/webhooks.service.js');

let webhooks;
let producer;

answerCalls({
  async start({ dataDir, env }) {
    webhooks = await startAlone(webhooksService, { dataDir, env, clock: new SystemClock() });
    const { bus, databaseUrl, metricsUrl } = webhooks;
    producer = await Producer.open({ bus, databaseUrl, password: env.DATABASE_PASSWORD });
    return { metricsUrl };
  },
  ...producerCalls(() => producer),
  async stop() {
    await producer.close();
    await webhooks.stop();
  },
});
