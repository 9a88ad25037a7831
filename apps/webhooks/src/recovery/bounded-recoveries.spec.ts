import type { PostbackRecovery } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import { countDue } from '../testing/deliveries.js';
import { putInStatus, storeDeliveries, type StoredDelivery } from '../testing/stored-deliveries.js';
import { succeeded, WebhooksFixture, type MadeEndpoint } from '../testing/webhooks-fixture.js';

const SINCE = new Date(Date.now() - 3_600_000);

describe('A recovery', () => {
  let webhooks: WebhooksFixture;
  beforeEach(async () => {
    // Nothing is taken from the table: what is queued can be looked at.
    webhooks = await WebhooksFixture.start({
      limits: { claim: 0, recovered: 10, recoveredInStep: 5, recoveryLooks: 20 },
    });
  });
  afterEach(() => webhooks.stop());

  const ask = ({ command }: MadeEndpoint, since = SINCE) =>
    webhooks.ask('postback-endpoints.recover', { ...command, body: { since: since.toISOString() } });
  const recover = async (endpoint: MadeEndpoint, since?: Date): Promise<PostbackRecovery> =>
    succeeded(await ask(endpoint, since)).data;
  const setStatus = async ({ command }: MadeEndpoint, status: 'active' | 'inactive') =>
    succeeded(await webhooks.ask('postback-endpoints.update', { ...command, body: { status } }));
  /** Recoveries that have a connection and wait for the endpoint's row. */
  const atTheirEndpoint = async (): Promise<number> => {
    const waiting = await webhooks.database.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'FROM postback_endpoints\\s+WHERE .* FOR UPDATE'`,
    );
    return waiting.length;
  };
  /** Of the past minutes, oldest first. */
  const store = (
    { id: endpointId, merchantId }: MadeEndpoint,
    count: number,
    status: 'delivered' | 'exhausted',
  ): Promise<StoredDelivery[]> =>
    storeDeliveries(
      webhooks.database,
      Array.from({ length: count }, (_, index) => ({
        merchantId,
        endpointId,
        status,
        occurredAt: new Date(Date.now() - (status === 'delivered' ? 1_800_000 : 60_000) + index * 100),
      })),
    );

  it('looks at so many events and no more, and the next one goes on where it ended', async () => {
    const endpoint = await webhooks.anEndpoint('/long');
    await store(endpoint, 50, 'delivered');
    await store(endpoint, 3, 'exhausted');
    expect(await recover(endpoint)).toEqual({ queued: 0, has_more: true });
    expect(await recover(endpoint)).toEqual({ queued: 0, has_more: true });
    expect(await recover(endpoint)).toEqual({ queued: 3, has_more: false });
  });

  it('looks no further back than the last one only while that has not come to its end', async () => {
    const endpoint = await webhooks.anEndpoint('/again');
    const [first] = await store(endpoint, 25, 'delivered');
    expect(await recover(endpoint)).toEqual({ queued: 0, has_more: true });
    expect(await recover(endpoint)).toEqual({ queued: 0, has_more: false });
    await putInStatus(webhooks.database, [first!], 'exhausted');
    expect(await recover(endpoint)).toMatchObject({ queued: 1 });
  });

  it('begins anew from another moment', async () => {
    const endpoint = await webhooks.anEndpoint('/elsewhere');
    const [first] = await store(endpoint, 25, 'delivered');
    await recover(endpoint);
    await putInStatus(webhooks.database, [first!], 'exhausted');
    expect(await recover(endpoint, new Date(SINCE.getTime() + 1))).toMatchObject({ queued: 1 });
  });

  it('begins anew when the endpoint was paused, which cancels what was queued', async () => {
    const endpoint = await webhooks.anEndpoint('/paused');
    await store(endpoint, 25, 'exhausted');
    expect(await recover(endpoint)).toEqual({ queued: 10, has_more: true });
    await setStatus(endpoint, 'inactive');
    expect(await countDue(webhooks.database, endpoint.id)).toBe(0);
    await setStatus(endpoint, 'active');
    for (const has_more of [true, true, false]) {
      const { queued, ...answer } = await recover(endpoint);
      expect(queued).toBeGreaterThan(0);
      expect(answer).toEqual({ has_more });
    }
    expect(await countDue(webhooks.database, endpoint.id)).toBe(25);
  });

  it('begins anew after an hour', async () => {
    const endpoint = await webhooks.anEndpoint('/later');
    const [first] = await store(endpoint, 25, 'delivered');
    await recover(endpoint);
    await putInStatus(webhooks.database, [first!], 'exhausted');
    await webhooks.database.query(`UPDATE recovery_positions SET reached_at = reached_at - interval '1 hour'`);
    expect(await recover(endpoint)).toMatchObject({ queued: 1 });
  });

  it('waits without a connection while two others are under way', async () => {
    const merchantId = newId();
    const endpoints = await Promise.all(Array.from({ length: 4 }, () => webhooks.anEndpoint('/crowd', { merchantId })));
    let answers: Promise<unknown[]>;
    await webhooks.database.transaction(async (holder) => {
      await holder.query('SELECT FROM postback_endpoints WHERE merchant_id = $1 FOR UPDATE', [merchantId]);
      answers = Promise.all(endpoints.map((endpoint) => recover(endpoint)));
      await eventually(async () => (await atTheirEndpoint()) >= 2);
      await webhooks.anEndpoint('/other');
      expect(await atTheirEndpoint()).toBe(2);
    });
    expect(await answers!).toEqual(endpoints.map(() => ({ queued: 0, has_more: false })));
  });
});

describe('A recovery that takes long', () => {
  it('answers in time that there is more, and each comes further', async () => {
    const webhooks = await WebhooksFixture.start({ limits: { claim: 0, recoveredInStep: 5, recoveryMs: 0 } });
    try {
      const { id: endpointId, merchantId, command } = await webhooks.anEndpoint('/slow');
      await storeDeliveries(
        webhooks.database,
        Array.from({ length: 400 }, () => ({ merchantId, endpointId, status: 'exhausted' as const })),
      );
      const answers: PostbackRecovery[] = [];
      do {
        const body = { since: SINCE.toISOString() };
        answers.push(succeeded(await webhooks.ask('postback-endpoints.recover', { ...command, body })).data);
      } while (answers.at(-1)!.has_more);
      expect(answers.length).toBeGreaterThan(2);
      expect(await countDue(webhooks.database, endpointId)).toBe(400);
    } finally {
      await webhooks.stop();
    }
  });
});
