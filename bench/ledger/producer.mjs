import { importBuilt } from '../../scripts/lib/paths.mjs';
import { answerCalls } from '../worker.mjs';
import { feed } from './feed.mjs';

/** Stands for payments: brings the captures to Kafka. */
let bus;

answerCalls({
  async connect({ brokers }) {
    const { KafkaBus } = await importBuilt('libs/messaging/src/index.js');
    const { PinoLogger } = await importBuilt('libs/runtime/src/index.js');
    bus = new KafkaBus({ access: { brokers }, logger: PinoLogger.create('warn') });
    await bus.connected();
  },
  feed: (load) => feed(bus, load),
  close: () => bus.close(),
});
