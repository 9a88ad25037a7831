import { importBuilt } from '../../scripts/lib/paths.mjs';
import { answerCalls } from '../worker.mjs';
import { Producer, producerCalls } from './producer.mjs';

/** Who commits the events, on Kafka. */
const { KafkaBus } = await importBuilt('libs/messaging/src/index.js');
const { PinoLogger } = await importBuilt('libs/runtime/src/index.js');

let producer;

answerCalls({
  async connect({ brokers, databaseUrl, password }) {
    const bus = new KafkaBus({ access: { brokers }, logger: PinoLogger.create('warn'), requests: true });
    await bus.connected();
    producer = await Producer.open({ bus, databaseUrl, password });
  },
  ...producerCalls(() => producer),
});
