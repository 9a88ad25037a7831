import { KafkaFixture, testBrokers } from '../../libs/messaging/src/testing/kafka-fixture.js';
import { scanCards } from '../support/scan-cards.js';

const PLANTED = '5555555555554444';
const SHOWN = '555555******4444 (mastercard)';
const TEST_TIMEOUT_MS = 240_000;

describe('The card scanner', () => {
  let fixture: KafkaFixture;
  beforeAll(async () => {
    fixture = await KafkaFixture.open();
  });
  afterAll(() => fixture.close());

  it(
    'finds a number in the key, a header and the value of a record, in every partition',
    async () => {
      const topic = await fixture.createTopic([], { partitions: 2 });
      await fixture.produceForeign(topic, [
        { partition: 0, key: 'harmless', value: '{"amount":100}' },
        { partition: 0, key: PLANTED, headers: { cause: `paid with ${PLANTED}` }, value: null },
        { partition: 1, key: null, value: JSON.stringify({ body: Buffer.from(PLANTED).toString('hex') }) },
      ]);

      const { code, lines } = await scanCards(['--brokers', testBrokers().join(',')]);

      expect(lines.filter((line) => line.includes(topic)).toSorted()).toEqual([
        `topic ${topic} (partition 0, offset 1, cause)  card number ${SHOWN}, in clear`,
        `topic ${topic} (partition 0, offset 1, key)  card number ${SHOWN}, in clear`,
        `topic ${topic} (partition 1, offset 0, value)  card number ${SHOWN}, as hex`,
      ]);
      expect(lines.at(-1)).toMatch(/^\d+ places scanned, \d+ findings$/);
      expect(code).toBe(1);
    },
    TEST_TIMEOUT_MS,
  );
});
