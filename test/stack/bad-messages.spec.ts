import { commandsOf, eventsOf, requeueDeadLetterCommand, type Answer } from '@centavo/contracts';
import { KafkaBus, type DeadLetterRow, type ReceivedMessage } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { eventually, silentLogger } from '@centavo/testing';
import { expectNothingLostOrDoubled } from '../support/nothing-lost.js';
import { unacknowledged } from '../support/shop.js';
import { startStackUnderTest, type StackUnderTest } from '../support/stack-under-test.js';
import { Topics } from '../support/topics.js';

const ORDERS_PER_SECOND = 100;
const TEST_TIMEOUT_MS = 300_000;
const SLOWLY = { everyMs: 100 };

const CHARGE_OF_NOBODY = {
  id: 'no uuid',
  merchant_id: 'nobody',
  captured_at: '2026-01-15T12:00:00.000Z',
  captured_amount: 10_000,
  total_amount: 10_000,
  payment_method: 'credit_card',
  installments: 1,
};

describe('On a stack', () => {
  let system: StackUnderTest;
  let bus: KafkaBus;
  let topics: Topics;
  beforeAll(async () => {
    system = await startStackUnderTest();
    const { brokers } = system.stack.kafka;
    bus = new KafkaBus({ access: { brokers: [brokers] }, logger: silentLogger });
    topics = await Topics.connect(brokers);
  }, TEST_TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all([bus.close(), topics.close()]);
    await system.stop();
    await system.postbacks.close();
  }, TEST_TIMEOUT_MS);

  const deadLettersOf = (service: 'payments' | 'ledger'): Promise<DeadLetterRow[]> =>
    system.books.database.query<DeadLetterRow>(`SELECT * FROM ${service}.dead_letters ORDER BY id`);

  const requeue = (id: string): Promise<Answer> =>
    bus.request(
      {
        topic: commandsOf('ledger'),
        id: newId(),
        type: requeueDeadLetterCommand('ledger'),
        key: id,
        value: JSON.stringify({ dead_letter_id: id }),
        headers: {},
      },
      TEST_TIMEOUT_MS,
    ) as Promise<Answer>;

  async function sell(label: string, count: number): Promise<void> {
    const sale = system.shop.sell(label, ORDERS_PER_SECOND);
    await sale.acknowledges(count);
    expect(unacknowledged(await sale.stop())).toEqual([]);
  }

  it(
    'a dead letter that is requeued after its cause is gone is applied once',
    async () => {
      const { shop, books } = system;
      await books.database.query('ALTER TABLE ledger.receivables ADD CONSTRAINT cause CHECK (false) NOT VALID');
      await shop.buy('requeued');
      const letter = await eventually(async () => {
        const letters = await deadLettersOf('ledger');
        expect(letters).toMatchObject([{ type: 'charge.captured', reason: expect.stringContaining('"cause"') }]);
        return letters[0]!;
      }, SLOWLY);

      await books.database.query('ALTER TABLE ledger.receivables DROP CONSTRAINT cause');
      await expect(requeue(letter.id)).resolves.toMatchObject({ ok: true });
      await expectNothingLostOrDoubled(system);
      await expect(requeue(letter.id)).resolves.toMatchObject({ ok: false, error: 'dead_letter_not_found' });
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'events that come two times more have no further effect',
    async () => {
      const { postbacks } = system;
      await sell('repeated', ORDERS_PER_SECOND);
      await expectNothingLostOrDoubled(system);
      const events: ReceivedMessage[] = [];
      const listener = await bus.subscribe({
        group: `listener-${newId()}`,
        topics: [eventsOf('payments')],
        handlers: [{ kind: 'single', pattern: '*', handle: async (event) => void events.push(event) }],
        deadLetters: { add: ({ reason }) => Promise.reject(new Error(reason)) },
      });
      await eventually(() => events.length === 2 * system.shop.orders.length, SLOWLY);
      await listener.stop();
      const postbacksBefore = postbacks.count;

      await bus.publish([...events, ...events]);
      await eventually(async () => (await topics.unfinished(eventsOf('payments'))) === 0, SLOWLY);
      await expectNothingLostOrDoubled(system);
      expect(postbacks.count).toBe(postbacksBefore);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'poison is dead-lettered with its reason, and its neighbours pass',
    async () => {
      const lettersBefore = (await deadLettersOf('ledger')).length;
      const headers = {
        type: 'charge.captured',
        trigger: 'capture_at_once',
        merchantId: newId(),
        resourceId: newId(),
        feeBps: '299',
        feeFixed: '0',
      };
      // No JSON, no charge, and a charge that only PostgreSQL finds fault with.
      const values = ['no JSON', JSON.stringify({ data: null }), JSON.stringify({ data: CHARGE_OF_NOBODY })];
      let poisonedEvents = 0;
      for (const value of values) {
        poisonedEvents += await topics.produceEverywhere(eventsOf('payments'), { key: 'poison', headers, value });
      }
      const poisonedCommands = await topics.produceEverywhere(commandsOf('payments'), {
        key: 'poison',
        headers: { type: 'charges.create' },
        value: 'no JSON',
      });
      await sell('neighbour', 2 * ORDERS_PER_SECOND);

      await expectNothingLostOrDoubled(system, { 'dead letters': expect.any(Array) });
      const ofPayments = await deadLettersOf('payments');
      expect(ofPayments).toHaveLength(poisonedCommands);
      expect(new Set(ofPayments.map(({ reason }) => reason))).toEqual(new Set([expect.stringMatching(/^SyntaxError/)]));
      const ofLedger = (await deadLettersOf('ledger')).slice(lettersBefore);
      expect(ofLedger).toHaveLength(poisonedEvents);
      expect(new Set(ofLedger.map(({ reason }) => reason))).toEqual(
        new Set([
          expect.stringMatching(/^SyntaxError/),
          expect.stringMatching(/^TypeError/),
          expect.stringContaining('invalid input syntax for type uuid'),
        ]),
      );
    },
    TEST_TIMEOUT_MS,
  );
});
