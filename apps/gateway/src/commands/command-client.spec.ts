import { created, DomainError } from '@centavo/contracts';
import { InProcessBus, type ReceivedMessage } from '@centavo/messaging';
import { PrimaryReads, type Database } from '@centavo/persistence';
import { Metrics, newId } from '@centavo/runtime';
import { silentLogger, testSettings } from '@centavo/testing';
import { ALWAYS_ROOM_FOR } from './answer-times.domain.js';
import { CommandClient, MAX_OUTSTANDING } from './command-client.js';

describe('The command client', () => {
  const context = {
    requestId: 'request-1',
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    idempotency: null,
  };
  let bus: InProcessBus;
  let client: CommandClient;
  beforeEach(() => {
    bus = new InProcessBus({ logger: silentLogger });
    client = new CommandClient(bus, testSettings(), new Metrics(), new PrimaryReads({} as Database));
  });
  afterEach(() => bus.close());

  const answerWith = (handle: (message: ReceivedMessage) => Promise<unknown>) =>
    bus.subscribe({
      group: 'ledger',
      topics: ['ledger.commands'],
      handlers: [{ kind: 'single', pattern: 'wallets.open', handle }],
      deadLetters: { add: () => Promise.resolve() },
    });

  const openWallet = () => {
    const id = newId();
    return client.send(
      'wallets.open',
      id,
      { wallet_id: id, merchant_id: id, owner_id: id, owner_type: 'merchant' },
      context,
    );
  };

  it('says in the command which request it comes from', async () => {
    await answerWith(async ({ headers }) => created('Opened.', headers));
    const { data } = await openWallet();
    expect(data).toMatchObject({ correlationId: 'request-1', traceparent: context.traceparent });
  });

  it('throws the refusal of a service as it was meant', async () => {
    await answerWith(async () => ({
      ok: false,
      error: 'validation_error',
      message: 'No.',
      details: [],
      replayed: true,
    }));
    await expect(openWallet()).rejects.toMatchObject({
      code: 'validation_error',
      message: 'No.',
      options: { replayed: true },
    });
  });

  it('refuses at once what would only wait, and takes commands again when answers have come', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await answerWith(() => released.then(() => created('Opened.', {})));
    // Where it takes a quarter of a second to send them all, the last ones are refused already.
    const outcomes = Promise.allSettled(Array.from({ length: MAX_OUTSTANDING }, openWallet));
    await expect(openWallet()).rejects.toThrow(new DomainError('service_unavailable'));
    release();
    const answered = (await outcomes).filter(({ status }) => status === 'fulfilled');
    expect(answered.length).toBeGreaterThanOrEqual(ALWAYS_ROOM_FOR);
    expect((await openWallet()).status).toBe(201);
  });
});
