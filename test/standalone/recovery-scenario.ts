import type { PostbackEndpoint } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import type { Books } from '../support/books.js';
import { PostbackLog } from '../support/postback-log.js';
import type { PatientClient } from '../support/patient-client.js';
import type { Scenario } from './fault-scenarios.js';

const ENDPOINTS = '/v1/postbacks/endpoints';
const HEARD = ['charge.pending', 'charge.captured'];
/** Their sequences, in any order: an attempt that a busy machine lets fail is made again later, and retries keep none. */
const COUNTED = new Set([1, 2]);

/**
 * An endpoint that asks for what happened before it was there.
 * @param aCharge makes one and gives its id
 */
export const lateReceiver =
  (aCharge: (client: PatientClient, status: 'captured') => Promise<string>): Scenario =>
  async ({ client, withBooks }) => {
    const since = new Date().toISOString();
    const chargeId = await aCharge(client, 'captured');
    await withBooks((books) => untilKept(books, chargeId));
    const log = await PostbackLog.start();
    const body = { url: log.url, events: ['charge.*'] };
    const { id } = (await client.insist<PostbackEndpoint>({ path: ENDPOINTS, body, key: newId() })).body.data;
    const recovery = { path: `${ENDPOINTS}/${id}/recover`, body: { since }, key: newId() };
    return [
      {
        begin: () => client.ask(recovery),
        insist: async () => {
          try {
            const { body: answer } = await client.insist(recovery);
            expect(answer).toMatchObject({ data: { queued: expect.any(Number), has_more: false } });
            await withBooks(async (books) => {
              await books.endLeases();
              await eventually(() => expect(new Set(log.sequencesOf(chargeId))).toEqual(COUNTED));
            });
            return chargeId;
          } finally {
            await client.delete(`${ENDPOINTS}/${id}`);
            await log.close();
          }
        },
        collection: 'charges',
        shown: { status: 'captured' },
        events: HEARD,
      },
    ];
  };

/** Until then there is nothing to recover. */
const untilKept: (books: Books, chargeId: string) => Promise<void> = ({ database }, chargeId) =>
  eventually(async () => {
    const events = await database.query('SELECT id FROM webhooks.events WHERE resource_id = $1', [chargeId]);
    expect(events).toHaveLength(HEARD.length);
  });
