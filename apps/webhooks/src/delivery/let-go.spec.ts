import type { AddressedMessage } from '@centavo/messaging';
import type { Sql } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { eventually, testClock } from '@centavo/testing';
import { anEvent } from '../testing/an-event.js';
import { countWaiting } from '../testing/waiting.js';
import { WebhooksFixture } from '../testing/webhooks-fixture.js';

const clock = testClock();
// Nothing is taken from the table: what is left to it stays there to be seen.
const LIMITS = { inFlightPerEndpoint: 1, claim: 0 };

/** Lets whoever stores an event wait, in the middle of its statement, until this transaction is over. */
const holdUp = (transaction: Sql, { id, type, value }: AddressedMessage) =>
  transaction.query(
    `INSERT INTO events (id, merchant_id, event, resource_id, body, created_at) VALUES ($1, $1, $2, $1, $3, $4)`,
    [id, type, value, clock.now()],
  );

describe('a delivery that was let go because it had waited too long', () => {
  let webhooks: WebhooksFixture;
  beforeAll(async () => {
    webhooks = await WebhooksFixture.start({ clock, limits: LIMITS });
  });
  afterAll(() => webhooks.stop());

  const leased = (resourceId: string) =>
    webhooks.database.query<{ event_id: string; is_leased: boolean }>(
      `SELECT event_id, lease_owner IS NOT NULL AS is_leased FROM due_deliveries WHERE resource_id = $1 ORDER BY event_id`,
      [resourceId],
    );

  it('is not overtaken by the next of its resource, which was being written meanwhile', async () => {
    const { merchantId } = await webhooks.anEndpoint('/slow');
    const held = Promise.withResolvers<void>();
    webhooks.receiver.answers.set('/slow', () => held.promise.then(() => ({ status: 204 })));
    const busy = anEvent(merchantId);
    const resourceId = newId();
    const [pending, captured] = [anEvent(merchantId, { resourceId }), anEvent(merchantId, { resourceId })];
    await webhooks.bus.publish([busy]);
    await eventually(() => webhooks.receiver.at('/slow').length === 1);
    await webhooks.bus.publish([pending]);
    expect(await leased(resourceId)).toEqual([{ event_id: pending.id, is_leased: true }]);

    clock.advance(14_000);
    let publishing: Promise<void> | undefined;
    const undone = webhooks.database.transaction(async (transaction) => {
      await holdUp(transaction, captured);
      publishing = webhooks.bus.publish([captured]);
      await eventually(async () => (await countWaiting(webhooks.database, 'INSERT INTO deliveries')) === 1);
      clock.advance(2_000);
      held.resolve();
      await eventually(async () => {
        expect(await leased(resourceId)).toEqual([{ event_id: pending.id, is_leased: false }]);
      });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await publishing;

    await eventually(async () => {
      expect(await leased(resourceId)).toEqual([
        { event_id: pending.id, is_leased: false },
        { event_id: captured.id, is_leased: false },
      ]);
    });
    expect(webhooks.receiver.idsAt('/slow')).toEqual([busy.id]);
  });
});
