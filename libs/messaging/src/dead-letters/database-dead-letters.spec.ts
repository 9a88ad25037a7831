import { DomainError } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { eventually, silentLogger } from '@centavo/testing';
import type { ReceivedMessage } from '../bus.js';
import { InProcessBus } from '../in-process/in-process-bus.js';
import { Outbox } from '../outbox/outbox.js';
import { handles, messageTo } from '../testing/bus-fixture.js';
import { type MessagingDatabase, startMessagingDatabase } from '../testing/messaging-database.js';
import { DatabaseDeadLetters } from './database-dead-letters.js';
import type { DeadLetterRow } from './dead-letters.sql.js';

const GROUP = 'payments';

describe('dead letters', () => {
  let tables: MessagingDatabase;
  let bus: InProcessBus;
  let outbox: Outbox;
  let deadLetters: DatabaseDeadLetters;

  beforeEach(async () => {
    tables = await startMessagingDatabase();
    bus = new InProcessBus({ logger: silentLogger });
    outbox = new Outbox(tables.database, bus, silentLogger);
    deadLetters = new DatabaseDeadLetters(tables.database, outbox);
  });
  afterEach(async () => {
    await outbox.stop();
    await bus.close();
    await tables.test.close();
  });

  const requeue = (letter: Pick<DeadLetterRow, 'id'> | undefined) =>
    tables.database.transaction((transaction) => deadLetters.requeue(transaction, letter!.id));

  it('are listed, and after the fix requeued to their group alone', async () => {
    let broken = true;
    const [seen, overheard]: [ReceivedMessage[], string[]] = [[], []];
    const note = handles('charge.captured', (message) => {
      if (broken) throw new Error('not yet fixed');
      seen.push(message);
    });
    const subscription = {
      group: GROUP,
      topics: ['ledger.events', 'payments.commands'],
      handlers: [note],
      deadLetters,
    };
    const payments = await bus.subscribe(subscription);
    const overhear = handles('*', ({ id }) => overheard.push(id));
    const webhooks = await bus.subscribe({
      ...subscription,
      group: 'webhooks',
      topics: ['ledger.events'],
      handlers: [overhear],
    });

    const headers = { correlationId: 'c', replyTo: 'gone', deadline: String(Date.now() + 60_000) };
    const message = { ...messageTo('ledger.events', 'key', 'charge.captured', 1), headers };
    await bus.publish([message]);
    const [letter] = await deadLetters.list({ limit: 10 });
    expect(letter).toMatchObject({
      message_id: message.id,
      reason: 'Error: not yet fixed',
      attempts: 1,
      topic: 'ledger.events',
    });

    broken = false;
    await requeue(letter);

    await eventually(() => expect(seen).toHaveLength(1));
    const { id, type, key, value } = message;
    expect(seen[0]).toMatchObject({
      id,
      type,
      key,
      value,
      topic: 'payments.commands',
      headers: { correlationId: 'c' },
    });
    expect(seen[0]?.headers).not.toHaveProperty('replyTo');
    expect(seen[0]?.headers).not.toHaveProperty('deadline');
    expect(overheard).toEqual([message.id]);
    expect(await deadLetters.list({ limit: 10 })).toEqual([]);
    await Promise.all([payments.stop(), webhooks.stop()]);
  });

  it('are requeued once', async () => {
    await deadLetters.add({ message: messageTo('t', 'k', 'x', 1), group: GROUP, reason: 'bad', attempts: 1 });
    const [letter] = await deadLetters.list({ limit: 1 });
    await requeue(letter);

    await expect(requeue(letter)).rejects.toThrow(DomainError);
    await expect(requeue({ id: newId() })).rejects.toMatchObject({ code: 'dead_letter_not_found' });
  });

  it('are not requeued when the answer to a repetition may have been forgotten', async () => {
    const dayAndMoreAgo = String(Date.now() - 25 * 60 * 60 * 1000);
    const message = { ...messageTo('t', 'k', 'x', 1), headers: { deadline: dayAndMoreAgo } };
    await deadLetters.add({ message, group: GROUP, reason: 'bad', attempts: 1 });
    const [letter] = await deadLetters.list({ limit: 1 });
    await expect(requeue(letter)).rejects.toMatchObject({ code: 'dead_letter_expired' });
    expect(await deadLetters.list({ limit: 1 })).toHaveLength(1);
  });

  it('are one letter however often the message fails', async () => {
    const message = messageTo('t', 'k', 'x', 1);
    await deadLetters.add({ message, group: GROUP, reason: 'first', attempts: 1 });
    await deadLetters.add({ message, group: GROUP, reason: 'second', attempts: 3 });

    expect(await deadLetters.list({ limit: 10 })).toMatchObject([{ reason: 'second', attempts: 3 }]);
  });

  it('can be kept whatever bytes the message has', async () => {
    const message = { ...messageTo('t', 'k\0', 'x', 1), value: '\0\uD800{', headers: { odd: 'a\0b' } };
    await deadLetters.add({ message, group: GROUP, reason: 'poison \0', attempts: 1 });

    expect(await deadLetters.list({ limit: 10 })).toHaveLength(1);
  });

  it('are listed newest first, page by page', async () => {
    for (const reason of ['one', 'two', 'three']) {
      await deadLetters.add({ message: messageTo('t', 'k', 'x', 1), group: GROUP, reason, attempts: 1 });
    }
    const [first, second] = await deadLetters.list({ limit: 2 });
    const [third] = await deadLetters.list({ limit: 2, before: second?.id });

    expect([first, second, third].map((letter) => letter?.reason)).toEqual(['three', 'two', 'one']);
  });
});
