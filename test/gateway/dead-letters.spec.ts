import {
  commandsOf,
  requeueDeadLetterCommand,
  SERVICE_NAMES,
  type DeadLetter,
  type ServiceName,
} from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import { OPERATOR, type Reply, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { isAnyoneWaiting, whileLocked } from '../support/locks.js';

const PATH = '/admin/v1/dead-letters';
const PERSONAL = 'ana@example.com';

const isReplayed = ({ headers }: Reply): boolean => headers.get('idempotent-replayed') === 'true';
const messagesOf = ({ body }: Reply<DeadLetter[]>): string[] => body.data.map((letter) => letter.message_id);

describe('Dead letters', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform();
    shop = await platform.http.createMerchant();
  });
  afterAll(() => platform.stop());

  const list = (query = '') => platform.http.get<DeadLetter[]>(`${PATH}?${query}`, OPERATOR);
  const requeue = (id: string, { key, body }: { key?: string; body?: object } = {}) =>
    platform.http.call<DeadLetter>('POST', `${PATH}/${id}/requeue`, {
      as: OPERATOR,
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });

  /** A command that is no JSON; resolves when it is a dead letter. @returns the id of the message */
  async function poison(service: ServiceName): Promise<string> {
    const id = newId();
    const type = requeueDeadLetterCommand(service);
    await platform.bus.publish([{ topic: commandsOf(service), id, type, key: id, value: PERSONAL, headers: {} }]);
    await eventually(async () => (await list('perPage=100')).body.data.some((letter) => letter.message_id === id));
    return id;
  }

  /** @returns the id of a letter that can be requeued, and fails again */
  async function aLetter(): Promise<string> {
    const messageId = await poison('ledger');
    const { data } = (await list('service=ledger&perPage=100')).body;
    return data.find((letter) => letter.message_id === messageId)!.id;
  }

  describe('of every service', () => {
    const poisoned: { id: string; service: ServiceName }[] = [];
    beforeAll(async () => {
      for (const service of [...SERVICE_NAMES, 'ledger'] as const) {
        poisoned.unshift({ id: await poison(service), service });
      }
    });

    it('are one list, newest first, in pages', async () => {
      const first = await list('perPage=3');
      const second = await list('perPage=3&page=2');
      expect(first.body.pagination).toEqual({ page: 1, perPage: 3, total: 5, totalPages: 2 });
      expect([...messagesOf(first), ...messagesOf(second)]).toEqual(poisoned.map(({ id }) => id));
    });

    it('are narrowed by service and by type', async () => {
      const ofLedger = poisoned.filter(({ service }) => service === 'ledger').map(({ id }) => id);
      expect(messagesOf(await list('service=ledger'))).toEqual(ofLedger);
      expect(messagesOf(await list('type=ledger.dead-letters.requeue'))).toEqual(ofLedger);
      expect((await list('service=ledger&type=charge.captured')).body.pagination).toMatchObject({ total: 0 });
    });

    it('say what failed where and why, and nothing of what the message said', async () => {
      const { body } = await list('service=onboarding');
      const messageId = poisoned.find(({ service }) => service === 'onboarding')!.id;
      expect(body.data).toEqual([
        {
          id: expect.any(String),
          service: 'onboarding',
          message_id: messageId,
          topic: 'onboarding.commands',
          type: 'onboarding.dead-letters.requeue',
          key: messageId,
          reason: expect.stringContaining('SyntaxError'),
          attempts: 1,
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
          requeued_at: null,
        },
      ]);
    });

    it.each(['service=bank', 'type=', 'perPage=101'])('are not listed by %s', async (query) => {
      const reply = await list(query);
      expect([reply.status, reply.body.error]).toEqual([400, 'invalid_query_parameter']);
    });

    it('fail again, and are the same letter', async () => {
      const [letter] = (await list('service=webhooks')).body.data;
      expect((await requeue(letter!.id)).status).toBe(200);
      await eventually(async () => expect((await list('service=webhooks')).body.data).toEqual([letter]));
    });
  });

  describe('with an Idempotency-Key', () => {
    it('are requeued once, and the first answer is given again', async () => {
      const id = await aLetter();
      const first = await requeue(id, { key: 'once' });
      // It fails again at once and is open again: a second requeuing could be seen.
      await eventually(async () => (await list('perPage=100')).body.data.some((letter) => letter.id === id));
      const again = await requeue(id, { key: 'once' });
      expect([first.status, isReplayed(first)]).toEqual([200, false]);
      expect([again.status, isReplayed(again)]).toEqual([200, true]);
      expect(again.body).toEqual(first.body);
      const open = (await list('perPage=100')).body.data.find((letter) => letter.id === id);
      expect(open).toMatchObject({ id, requeued_at: null });
    });

    it('are refused with another body', async () => {
      const id = await aLetter();
      await requeue(id, { key: 'body' });
      const reply = await requeue(id, { key: 'body', body: { other: true } });
      expect([reply.status, reply.body.error]).toEqual([422, 'idempotency_key_reused']);
    });

    it('have a key of their own each', async () => {
      const replies = [
        await requeue(await aLetter(), { key: 'shared' }),
        await requeue(await aLetter(), { key: 'shared' }),
      ];
      expect(replies.map((reply) => [reply.status, isReplayed(reply)])).toEqual([
        [200, false],
        [200, false],
      ]);
    });

    it('are not found again when they were not found', async () => {
      const id = newId();
      const [first, again] = [await requeue(id, { key: 'none' }), await requeue(id, { key: 'none' })];
      expect([first, again].map((reply) => [reply.status, isReplayed(reply)])).toEqual([
        [404, false],
        [404, true],
      ]);
      expect(again.body).toMatchObject({ error: 'dead_letter_not_found', message: first.body.message });
      expect((await requeue(id, { key: 'none', body: { other: true } })).status).toBe(422);
    });

    it('are in progress until they are requeued', async () => {
      const id = await aLetter();
      const ledger = await platform.testDatabase.adminDatabase('ledger');
      const first = await whileLocked(ledger, 'dead_letters', async () => {
        const waiting = requeue(id, { key: 'slow' });
        await eventually(() => isAnyoneWaiting(platform.database('ledger')));
        const meanwhile = await requeue(id, { key: 'slow' });
        expect([meanwhile.status, meanwhile.body.error]).toEqual([409, 'idempotency_in_progress']);
        return { waiting };
      });
      expect((await first.waiting).status).toBe(200);
      const again = await requeue(id, { key: 'slow' });
      expect([again.status, isReplayed(again)]).toEqual([200, true]);
    });
  });

  it('are for operators only', async () => {
    expect((await platform.http.get(PATH, shop.credentials)).status).toBe(401);
    expect((await platform.http.call('POST', `${PATH}/${newId()}/requeue`, { as: shop.credentials })).status).toBe(401);
  });

  it('are not found when there is none', async () => {
    const reply = await requeue(newId());
    expect([reply.status, reply.body.error]).toEqual([404, 'dead_letter_not_found']);
    expect((await requeue('7')).body.error).toBe('invalid_uuid');
  });

  it('are applied once when they are requeued after their cause is gone', async () => {
    const ledger = await platform.testDatabase.adminDatabase('ledger');
    await ledger.query('ALTER TABLE wallets ADD CONSTRAINT cause CHECK (false) NOT VALID');
    await expect(platform.http.createMerchant()).rejects.toThrow('internal_error');
    const letters = await eventually(async () => {
      const { data } = (await list('service=ledger')).body;
      const caused = data.filter(({ reason }) => reason.includes('"cause"'));
      // The wallet is opened by command and, should that be lost, by event.
      expect(caused.map(({ type }) => type).toSorted()).toEqual(['merchant.active', 'wallets.open']);
      return caused;
    });
    const walletsBefore = await ledger.query('SELECT id FROM wallets');

    await ledger.query('ALTER TABLE wallets DROP CONSTRAINT cause');
    for (const letter of letters) {
      const reply = await requeue(letter.id);
      expect(reply).toMatchObject({ status: 200, body: { data: { ...letter, requeued_at: expect.any(String) } } });
    }

    await eventually(async () => {
      expect(await ledger.query('SELECT id FROM wallets')).toHaveLength(walletsBefore.length + 1);
    });
    const left = (await list('perPage=100')).body.data.map(({ id }) => id);
    for (const { id } of letters) {
      expect(left).not.toContain(id);
      expect((await requeue(id)).status).toBe(404);
    }
  });
});
