import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Charge, ChargeWithRefunds } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aChargeBodyBy, eventually } from '@centavo/testing';
import fc from 'fast-check';
import pLimit from 'p-limit';
import type { Reply } from '../http-client.js';
import { Books } from '../support/books.js';
import { RESTING_CHARGE_RULES } from '../support/charge-books.sql.js';
import { PatientClient, type KeyedRequest } from '../support/patient-client.js';
import { freePlace, StandaloneProcess, type StandaloneOptions } from '../support/standalone-process.js';

const TEST_TIMEOUT_MS = 300_000;
const CHARGE_KEYS = 200;
const REFUNDED_CHARGES = 8;
const REFUND_KEYS_PER_CHARGE = 3;
const DUPLICATES = 20;
/** Keys under way at once, each with all its duplicates. */
const KEYS_AT_ONCE = 20;

/** `SEED` of the environment repeats a run's moments of death, as far as a race can be repeated. */
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const [chargesAnswered, refundsAnswered] = fc.sample(fc.noBias(fc.double({ min: 0.05, max: 0.9, noNaN: true })), {
  seed,
  numRuns: 2,
}) as [number, number];

describe(`Duplicates of requests to a platform that is killed in between (SEED=${seed})`, () => {
  let options: StandaloneOptions;
  let standalone: StandaloneProcess;
  let client: PatientClient;
  beforeAll(async () => {
    const env = { RATE_LIMIT_PER_SECOND: '0' };
    options = { ...(await freePlace('duplicate-keys')), env };
    standalone = await StandaloneProcess.start(options);
    const { public_key: publicKey, secret_key: secretKey } = await standalone.merchant();
    client = new PatientClient(standalone.baseUrl, { publicKey, secretKey });
  }, TEST_TIMEOUT_MS);
  afterAll(() => standalone.remove(), TEST_TIMEOUT_MS);

  async function withBooks<Result>(work: (books: Books) => Promise<Result>): Promise<Result> {
    const books = await Books.open(await standalone.adminUrl());
    try {
      return await work(books);
    } finally {
      await books.close();
    }
  }

  /**
   * Sends every request many times at once, and kills the platform after a part of the answers.
   * @param part of all answers, from 0 to 1
   * @returns for each request all its answers
   */
  async function sendDuplicates(requests: readonly KeyedRequest[], part: number): Promise<Reply<Charge>[][]> {
    const limit = pLimit(KEYS_AT_ONCE);
    let answered = 0;
    const send = async (request: KeyedRequest): Promise<Reply<Charge>> => {
      const reply = await client.insist<Charge>(request);
      answered += 1;
      return reply;
    };
    const sending = Promise.all(
      requests.map((request) => limit(() => Promise.all(Array.from({ length: DUPLICATES }, () => send(request))))),
    );
    const unanswered = client.unanswered;
    const killing = killWhen(() => answered >= part * requests.length * DUPLICATES);
    const [replies] = await Promise.all([sending, killing]);
    if (client.unanswered === unanswered) throw new Error('It was killed when nobody was waiting.');
    return replies;
  }

  async function killWhen(isTime: () => boolean): Promise<void> {
    while (!isTime()) await delay(1);
    await standalone.process.kill();
    await withBooks((books) => books.endLeases());
    standalone = await StandaloneProcess.start(options);
  }

  const chargeOf = async (id: string): Promise<ChargeWithRefunds> =>
    (await client.get<ChargeWithRefunds>(`/v1/charges/${id}`)).body.data;

  /** @returns the id of a charge that is */
  async function captured(): Promise<string> {
    const { id } = (await client.insist<Charge>(anOrder('credit_card'))).body.data;
    await eventually(async () => (await chargeOf(id)).status === 'captured');
    return id;
  }

  const expectBooksInOrder = (): Promise<void> =>
    withBooks((books) =>
      eventually(async () => expect(await books.audit(RESTING_CHARGE_RULES)).toEqual({}), {
        everyMs: 500,
      }),
    );

  describe(`of which ${CHARGE_KEYS} ask for a charge, by card and by Pix, ${DUPLICATES} times each`, () => {
    const orders = Array.from({ length: CHARGE_KEYS }, (_, index) => anOrder(index % 2 === 0 ? 'credit_card' : 'pix'));
    let replies: Reply<Charge>[][];
    beforeAll(async () => {
      replies = await sendDuplicates(orders, chargesAnswered);
    }, TEST_TIMEOUT_MS);

    it('are all answered with a charge, and those of one key with one and the same', () => {
      expect(replies.map(answersOf)).toEqual(replies.map(([first]) => [answerOf(first!)]));
      expect(new Set(replies.flat().map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(replies.map(([first]) => first?.body.data.id)).size).toBe(CHARGE_KEYS);
    });

    it('say that they are replayed, except the one that made the charge', () => {
      const firsts = replies.map((some) => some.filter(({ headers }) => !headers.has('idempotent-replayed')).length);
      expect(Math.max(...firsts)).toBe(1);
    });

    it(
      'make one charge per key, which the acquirer approves once',
      async () => {
        await expectBooksInOrder();
        const charges = await withBooks((books) => books.charges());
        expect(charges).toHaveLength(CHARGE_KEYS);
        expect(new Map(charges.map(({ order, id }) => [order, id]))).toEqual(
          new Map(orders.map(({ key }, index) => [key, replies[index]![0]!.body.data.id])),
        );
      },
      TEST_TIMEOUT_MS,
    );

    it('are refused when they come with another body', async () => {
      const limit = pLimit(KEYS_AT_ONCE);
      const others = await Promise.all(
        orders.map(({ body, ...order }) =>
          limit(() => client.insist({ ...order, body: { ...(body as object), amount: 10_001 } })),
        ),
      );
      expect(new Set(others.map(({ status, body }) => `${status} ${body.error}`))).toEqual(
        new Set(['422 idempotency_key_reused']),
      );
    });
  });

  describe(`of which ${REFUND_KEYS_PER_CHARGE} refund two fifths of each of ${REFUNDED_CHARGES} charges, ${DUPLICATES} times each`, () => {
    let ids: string[];
    let replies: Reply<Charge>[][];
    beforeAll(async () => {
      ids = await Promise.all(Array.from({ length: REFUNDED_CHARGES }, () => captured()));
      const requests = ids.flatMap((id) =>
        Array.from({ length: REFUND_KEYS_PER_CHARGE }, () => ({
          path: `/v1/charges/${id}/refund`,
          body: { amount: 4_000 },
          key: newId(),
        })),
      );
      replies = await sendDuplicates(requests, refundsAnswered);
    }, TEST_TIMEOUT_MS);

    it('are answered alike when they have one key', () => {
      expect(replies.map(answersOf)).toEqual(replies.map(([first]) => [answerOf(first!)]));
    });

    it('refund as often as there is money for it, and no more', async () => {
      const outcomes = replies.map(([first]) => first!.body.error ?? `refunded ${first!.body.data.refunded_amount}`);
      const expected = ['refund_amount_exceeds_captured', 'refunded 4000', 'refunded 8000'];
      for (const [index, id] of ids.entries()) {
        const start = index * REFUND_KEYS_PER_CHARGE;
        expect(outcomes.slice(start, start + REFUND_KEYS_PER_CHARGE).toSorted()).toEqual(expected);
        const { status, refunded_amount, refunds } = await chargeOf(id);
        expect({ status, refunded_amount }).toEqual({ status: 'partially_refunded', refunded_amount: 8_000 });
        expect(refunds.map(({ amount }) => amount)).toEqual([4_000, 4_000]);
      }
    });

    it('leave the books in order', expectBooksInOrder, TEST_TIMEOUT_MS);
  });
});

function anOrder(method: 'credit_card' | 'pix'): KeyedRequest {
  const key = newId();
  return { path: '/v1/charges', body: aChargeBodyBy(method, { metadata: { order: key } }), key };
}

/** What an answer says, to the letter; only the number of the request is its own. */
const answerOf = ({ status, body }: Reply): string => `${status} ${JSON.stringify({ ...body, request_id: undefined })}`;

/** The different ones among answers. */
const answersOf = (replies: readonly Reply[]): string[] => [...new Set(replies.map(answerOf))];
