import { type Answer, created, DomainError, done, type IdempotencyRequest, toErrorAnswer } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { RetriableError, type ReceivedMessage } from '../bus.js';
import { claimInbox } from '../inbox/inbox.js';
import { BusContext } from '../nest/bus-context.js';
import { type MessagingDatabase, startMessagingDatabase } from '../testing/messaging-database.js';
import { Idempotency, purgeIdempotencyKeys } from './idempotency.js';
import { oncePerCommand } from './once-per-command.js';

const MERCHANT = newId();

const request = (fingerprint = 'body', key: string = newId()): IdempotencyRequest => ({
  scope: 'POST /v1/charges',
  key,
  fingerprint,
});

const neverCalled = (): Promise<Answer> => Promise.reject(new Error('never called'));

describe('idempotency', () => {
  const idempotency = new Idempotency();
  let tables: MessagingDatabase;

  beforeAll(async () => {
    tables = await startMessagingDatabase();
  });
  afterAll(() => tables.test.close());

  const once = (
    asked: IdempotencyRequest | null,
    work: (transaction: Transaction) => Promise<Answer>,
  ): Promise<Answer> =>
    tables.database.transaction((transaction) => idempotency.once(transaction, MERCHANT, asked, work));

  const record = (entries: readonly [IdempotencyRequest, Answer][]): Promise<(Answer | null)[]> =>
    tables.database.transaction((transaction) =>
      idempotency.recordAnswers(
        transaction,
        entries.map(([asked, answer]) => ({ merchantId: MERCHANT, request: asked, answer })),
      ),
    );

  /** A request whose work has begun and waits to be told how it ends. */
  async function running(asked: IdempotencyRequest) {
    const begun = Promise.withResolvers<void>();
    const work = Promise.withResolvers<Answer>();
    const first = once(asked, () => {
      begun.resolve();
      return work.promise;
    });
    await begun.promise;
    return { first, finish: () => work.resolve(done('Done.', 'first')), fail: work.reject };
  }

  /** Claims keys, lets `work` say what answers there are, and keeps them. */
  const claim = (
    asked: readonly IdempotencyRequest[],
    work: (index: number) => Promise<Answer | null> = neverCalled,
  ): Promise<(Answer | null)[]> =>
    tables.database.transaction(async (transaction) => {
      const keyed = asked.map((one) => ({ merchantId: MERCHANT, request: one }));
      const kept = await idempotency.claim(transaction, keyed);
      const mine = keyed.filter((_, index) => kept[index] === null);
      const answers = await Promise.all(mine.map(({ request: one }) => work(asked.indexOf(one))));
      await idempotency.settle(
        transaction,
        mine.map((one, index) => ({ ...one, answer: answers[index]! })),
      );
      return kept;
    });

  describe('of a batch whose answers are known when it is written', () => {
    it('keeps the answers of what is new, and gives those that were kept', async () => {
      const [first, second, third] = [request(), request(), request()];
      expect(await claim([first, second], async (index) => done('Done.', index))).toEqual([null, null]);
      expect(await claim([third, second, first], async () => done('Done.', 'third'))).toEqual([
        null,
        { ...done('Done.', 1), replayed: true },
        { ...done('Done.', 0), replayed: true },
      ]);
    });

    it('refuses a key with another body', async () => {
      const asked = request('one body');
      await claim([asked], async () => done('Done.', null));
      expect(await claim([{ ...asked, fingerprint: 'another' }])).toMatchObject([{ error: 'idempotency_key_reused' }]);
    });

    it('gives a key back that has no answer for good', async () => {
      const asked = request();
      expect(await claim([asked], async () => null)).toEqual([null]);
      expect(await claim([asked], async () => done('Done.', 'again'))).toEqual([null]);
      expect(await once(asked, neverCalled)).toEqual({ ...done('Done.', 'again'), replayed: true });
    });

    it('lets one carry out what comes from two sides at once, and the other wait for its answer', async () => {
      const asked = request();
      const claimed = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<Answer>();
      const first = claim([asked], () => (claimed.resolve(), answer.promise));
      await claimed.promise;
      const second = claim([asked]);
      answer.resolve(done('Done.', 'first'));
      expect(await first).toEqual([null]);
      expect(await second).toEqual([{ ...done('Done.', 'first'), replayed: true }]);
    });
  });

  describe('of one request', () => {
    it('carries it out once and replays the answer', async () => {
      const asked = request();
      let effects = 0;
      const work = async (): Promise<Answer> => created('Made.', { effects: (effects += 1) });

      expect(await once(asked, work)).toEqual(created('Made.', { effects: 1 }));
      expect(await once(asked, work)).toEqual({ ...created('Made.', { effects: 1 }), replayed: true });
      expect(effects).toBe(1);
    });

    it('carries it out once when many come at the same time', async () => {
      const asked = request();
      let effects = 0;
      const work = async (): Promise<Answer> => done('Done.', { effects: (effects += 1) });

      const answers = await Promise.allSettled(Array.from({ length: 8 }, () => once(asked, work)));

      expect(effects).toBe(1);
      const told = answers.map((result) =>
        result.status === 'fulfilled' ? result.value : toErrorAnswer(result.reason),
      );
      expect(told.filter((answer) => answer.ok && !answer.replayed)).toHaveLength(1);
      const refusals = told.filter((answer) => !answer.ok).map((answer) => !answer.ok && answer.error);
      expect(new Set(['idempotency_in_progress', ...refusals]).size).toBe(1);
    });

    it('tells a repetition that the first is still running, and keeps nothing of that', async () => {
      const asked = request();
      const { first, finish } = await running(asked);

      await expect(once(asked, neverCalled)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
      await expect(once({ ...asked, fingerprint: 'other' }, neverCalled)).rejects.toMatchObject({ status: 409 });

      finish();
      expect(await first).toEqual(done('Done.', 'first'));
      expect(await once(asked, neverCalled)).toEqual({ ...done('Done.', 'first'), replayed: true });
    });

    it('lets the bus try again with a command that is still being carried out: its sender waits', async () => {
      const message = { id: newId() } as ReceivedMessage;
      const asked = oncePerCommand({ idempotency: null }, new BusContext([message]));
      const { first, finish } = await running(asked);

      await expect(once(asked, neverCalled)).rejects.toThrow(RetriableError);

      finish();
      await first;
      expect(await once(asked, neverCalled)).toMatchObject({ data: 'first', replayed: true });
    });

    it('carries it out after all when the first that was running failed', async () => {
      const asked = request();
      const { first, fail } = await running(asked);

      fail(new Error('fault'));
      await expect(first).rejects.toThrow('fault');
      expect(await once(asked, async () => done('Done.', 'second'))).toEqual(done('Done.', 'second'));
    });

    it('refuses a key that came with another body', async () => {
      const asked = request('body');
      await once(asked, async () => done('Done.', null));

      const other = await once({ ...asked, fingerprint: 'other body' }, neverCalled);

      expect(other).toMatchObject({ ok: false, error: 'idempotency_key_reused' });
    });

    it('keeps no refusal of a body: it may be put right under the same key', async () => {
      const asked = request('mistyped');
      const refusal = DomainError.invalidField('name', 'invalid_value', 'No.');
      await expect(once(asked, () => Promise.reject(refusal))).rejects.toThrow(DomainError);
      const corrected = { ...asked, fingerprint: 'put right' };
      expect(await once(corrected, async () => done('Done.', 'put right'))).toEqual(done('Done.', 'put right'));
    });

    it('keeps a broken rule as the answer, undoing its writes and what was to follow the commit', async () => {
      const asked = request();
      const messageId = newId();
      let followed = false;
      const work = async (transaction: Transaction): Promise<Answer> => {
        await claimInbox(transaction, 'test', [messageId]);
        transaction.afterCommit(() => (followed = true));
        throw new DomainError('insufficient_balance');
      };

      const expected = { ok: false, error: 'insufficient_balance' };
      expect(await once(asked, work)).toMatchObject(expected);
      expect(await once(asked, work)).toMatchObject({ ...expected, replayed: true });
      expect(followed).toBe(false);
      const rows = await tables.database.query('SELECT 1 FROM inbox WHERE message_id = $1', [messageId]);
      expect(rows).toEqual([]);
    });

    it('keeps nothing of a fault', async () => {
      const asked = request();
      await expect(once(asked, () => Promise.reject(new Error('fault')))).rejects.toThrow('fault');
      const unavailable = new DomainError('service_unavailable');
      await expect(once(asked, () => Promise.reject(unavailable))).rejects.toBe(unavailable);

      expect(await once(asked, async () => done('Done.', 1))).toEqual(done('Done.', 1));
    });

    it('just does what has no key', async () => {
      expect(await once(null, async () => done('Done.', 1))).toEqual(done('Done.', 1));
      expect(await once(null, async () => done('Done.', 2))).toEqual(done('Done.', 2));
    });
  });

  describe('of a batch', () => {
    it('tells new requests from repeated and reused ones', async () => {
      const [old, fresh] = [request(), request()];
      await record([[old, done('Done.', 'old')]]);

      const answers = await record([
        [old, done('Done.', 'again')],
        [fresh, done('Done.', 'fresh')],
        [{ ...old, fingerprint: 'other' }, done('Done.', 'other')],
      ]);

      expect(answers).toEqual([
        { ...done('Done.', 'old'), replayed: true },
        null,
        expect.objectContaining({ error: 'idempotency_key_reused' }),
      ]);
    });

    it('takes the first of several equal ones as new and replays it to the others', async () => {
      const asked = request();

      const answers = await record([
        [asked, done('Done.', 'first')],
        [asked, done('Done.', 'second')],
      ]);

      expect(answers).toEqual([null, { ...done('Done.', 'first'), replayed: true }]);
    });

    it('does not mix up merchants or scopes', async () => {
      const asked = request();
      await record([[asked, done('Done.', 1)]]);

      expect(await record([[{ ...asked, scope: 'POST /v1/other' }, done('Done.', 2)]])).toEqual([null]);
      const other = await tables.database.transaction((transaction) =>
        idempotency.recordAnswers(transaction, [{ merchantId: newId(), request: asked, answer: done('Done.', 3) }]),
      );
      expect(other).toEqual([null]);
    });

    it('never deadlocks with a batch in the opposite order', async () => {
      const entries = Array.from({ length: 100 }, (_, index): [IdempotencyRequest, Answer] => [
        request(),
        done('Done.', index),
      ]);

      const results = await Promise.all([record(entries), record(entries.toReversed())]);

      const fresh = results.map((answers) => answers.filter((answer) => answer === null).length);
      expect(fresh.toSorted((a, b) => a - b)).toEqual([0, 100]);
    });
  });

  it('forgets a key after its time', async () => {
    const [old, recent] = [request('body', 'old'), request('body', 'recent')];
    await record([
      [old, done('Done.', 1)],
      [recent, done('Done.', 2)],
    ]);
    await tables.database.query(
      `UPDATE idempotency_keys SET created_at = now() - interval '26 hours' WHERE answer LIKE '%"data":1%' AND merchant_id = $1`,
      [MERCHANT],
    );

    expect(await purgeIdempotencyKeys(tables.database)).toBeGreaterThan(0);
    const [again, kept] = await record([
      [old, done('Done.', 3)],
      [recent, done('Done.', 4)],
    ]);
    expect(again).toBeNull();
    expect(kept).toMatchObject({ data: 2, replayed: true });
  });
});
