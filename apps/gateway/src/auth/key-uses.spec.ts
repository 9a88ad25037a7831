import { done, type RecordKeyUseCommand } from '@centavo/contracts';
import { BusUnavailableError, InProcessBus, type AddressedMessage } from '@centavo/messaging';
import { PrimaryReads, type Database } from '@centavo/persistence';
import { Metrics, newId } from '@centavo/runtime';
import { eventually, silentLogger, testClock, testSettings, type TestClock } from '@centavo/testing';
import { CommandClient } from '../commands/command-client.js';
import { KeyUses } from './key-uses.js';

/** A bus that can go away for a while. */
class CuttableBus extends InProcessBus {
  isCut = false;

  override publish(messages: readonly AddressedMessage[]): Promise<void> {
    return this.isCut ? Promise.reject(new BusUnavailableError('cut')) : super.publish(messages);
  }
}

describe('The uses of API keys', () => {
  let bus: CuttableBus;
  let clock: TestClock;
  let uses: KeyUses;
  let told: RecordKeyUseCommand['uses'][];
  beforeEach(async () => {
    bus = new CuttableBus({ logger: silentLogger });
    clock = testClock('2026-01-15T12:00:00Z');
    uses = new KeyUses(
      new CommandClient(bus, testSettings(), new Metrics(), new PrimaryReads({} as Database)),
      clock,
      silentLogger,
    );
    told = [];
    await bus.subscribe({
      group: 'onboarding',
      topics: ['onboarding.commands'],
      handlers: [
        {
          kind: 'single',
          pattern: 'api-keys.record-use',
          handle: async ({ payload }) => {
            told.push((payload as RecordKeyUseCommand).uses);
            return done('', null);
          },
        },
      ],
      deadLetters: { add: () => Promise.resolve() },
    });
  });
  afterEach(() => bus.close());

  /** What was told until now: the bus keeps the order of one key only, so each is awaited. */
  const tellAndHear = async (count: number) => {
    await uses.tell();
    await eventually(() => expect(told).toHaveLength(count));
  };

  it('are told in one command, each key with its latest', async () => {
    for (let request = 0; request < 1000; request += 1) uses.note('a');
    clock.advance(5_000);
    uses.note('a');
    uses.note('b');
    await tellAndHear(1);
    expect(told).toEqual([
      [
        { api_key_id: 'a', used_at: '2026-01-15T12:00:05.000Z' },
        { api_key_id: 'b', used_at: '2026-01-15T12:00:05.000Z' },
      ],
    ]);
  });

  it('are told once: where nothing is new, nothing is said', async () => {
    uses.note('a');
    await tellAndHear(1);
    await uses.tell();
    uses.note('b');
    await tellAndHear(2);
    expect(told[1]).toMatchObject([{ api_key_id: 'b' }]);
  });

  it('are told later when the bus was away, with what came after', async () => {
    uses.note('a');
    uses.note('b');
    bus.isCut = true;
    await uses.tell();
    clock.advance(1_000);
    uses.note('b');
    bus.isCut = false;
    await tellAndHear(1);
    expect(told).toEqual([
      [
        { api_key_id: 'a', used_at: '2026-01-15T12:00:00.000Z' },
        { api_key_id: 'b', used_at: '2026-01-15T12:00:01.000Z' },
      ],
    ]);
  });

  it('fit into messages, however many keys there are', async () => {
    const keys = Array.from({ length: 12_000 }, () => newId());
    for (const key of keys) uses.note(key);
    await tellAndHear(3);
    expect(told.flat()).toHaveLength(12_000);
    for (const some of told) expect(JSON.stringify(some).length).toBeLessThan(1_000_000);
  });

  it('are told by themselves soon after the first', async () => {
    uses.note('a');
    await eventually(() => expect(told).toMatchObject([[{ api_key_id: 'a' }]]));
  });

  it('are told when the gateway stops', async () => {
    uses.note('a');
    await uses.onApplicationShutdown();
    await eventually(() => expect(told).toMatchObject([[{ api_key_id: 'a' }]]));
  });
});
