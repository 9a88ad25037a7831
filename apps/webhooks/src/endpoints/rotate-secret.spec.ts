import { InProcessBus } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { eventually, lockWaiters, silentLogger, testClock, testSettings } from '@centavo/testing';
import { WebhookVerificationError } from 'standardwebhooks';
import { anEvent } from '../testing/an-event.js';
import { startWebhooks } from '../testing/start-webhooks.js';
import { verifyPostback } from '../testing/verify-postback.js';
import { secretIn, succeeded, WebhooksFixture, type MadeEndpoint } from '../testing/webhooks-fixture.js';

const DAY_MS = 24 * 3_600_000;

describe('postback-endpoints.rotate-secret', () => {
  const clock = testClock('2026-11-20T12:00:00Z');
  let webhooks: WebhooksFixture;
  beforeAll(async () => {
    webhooks = await WebhooksFixture.start({ clock });
  });
  afterAll(() => webhooks.stop());

  const rotate = ({ command }: MadeEndpoint, way = {}) =>
    webhooks.ask('postback-endpoints.rotate-secret', command, way);
  const newSecret = async (endpoint: MadeEndpoint) => secretIn(succeeded(await rotate(endpoint)).data);
  const countSecrets = async ({ id }: MadeEndpoint) =>
    (await webhooks.database.query('SELECT FROM postback_secrets WHERE endpoint_id = $1', [id])).length;

  /** Which of these secrets a postback that is sent now verifies with. */
  async function verifying<Name extends string>(
    { merchantId }: MadeEndpoint,
    secrets: Readonly<Record<Name, string>>,
  ): Promise<Name[]> {
    const event = anEvent(merchantId);
    await webhooks.bus.publish([event]);
    const postback = await eventually(() => {
      const found = webhooks.receiver.at('/rotating').find(({ id }) => id === event.id);
      if (!found) throw new Error('It has not come yet.');
      return found;
    });
    return (Object.keys(secrets) as Name[]).filter((name) => {
      try {
        return verifyPostback(postback, secrets[name], clock.nowMs()) !== undefined;
      } catch (error) {
        if (error instanceof WebhookVerificationError) return false;
        throw error;
      }
    });
  }

  it('shows another secret, sealed for the way to the gateway', async () => {
    const endpoint = await webhooks.anEndpoint('/rotating');
    clock.advance(1);
    const answer = await rotate(endpoint);
    expect(answer).toMatchObject({
      ok: true,
      status: 200,
      data: { id: endpoint.id, status: 'active', has_secret: true },
    });
    expect(succeeded(answer).data.updated_at).toBe(clock.now().toISOString());
    expect(secretIn(succeeded(answer).data)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secretIn(succeeded(answer).data)).not.toBe(endpoint.secret);
  });

  it('lets the old secret sign along for 24 hours, and not a millisecond more', async () => {
    const endpoint = await webhooks.anEndpoint('/rotating');
    const foreign = (await webhooks.anEndpoint('/')).secret;
    // From now on the instance has the endpoint in memory.
    expect(await verifying(endpoint, { old: endpoint.secret, foreign })).toEqual(['old']);
    const secrets = { old: endpoint.secret, new: await newSecret(endpoint), foreign };
    expect(await verifying(endpoint, secrets)).toEqual(['old', 'new']);
    clock.advance(DAY_MS - 1);
    expect(await verifying(endpoint, secrets)).toEqual(['old', 'new']);
    clock.advance(1);
    expect(await verifying(endpoint, secrets)).toEqual(['new']);
  });

  it('lets every secret sign that was the current one in the last 24 hours', async () => {
    const endpoint = await webhooks.anEndpoint('/rotating');
    const second = await newSecret(endpoint);
    clock.advance(DAY_MS / 2);
    const secrets = { first: endpoint.secret, second, third: await newSecret(endpoint) };
    expect(await verifying(endpoint, secrets)).toEqual(['first', 'second', 'third']);
    clock.advance(DAY_MS / 2);
    expect(await verifying(endpoint, secrets)).toEqual(['second', 'third']);
    clock.advance(DAY_MS / 2);
    expect(await verifying(endpoint, secrets)).toEqual(['third']);
  });

  it('keeps five at most', async () => {
    const endpoint = await webhooks.anEndpoint('/rotating');
    const secrets: Record<string, string> = { s0: endpoint.secret };
    for (const name of ['s1', 's2', 's3', 's4', 's5', 's6']) secrets[name] = await newSecret(endpoint);
    expect(await verifying(endpoint, secrets)).toEqual(['s2', 's3', 's4', 's5', 's6']);
    expect(await countSecrets(endpoint)).toBe(5);
  });

  it('lets both secrets sign of two rotations at once', async () => {
    const endpoint = await webhooks.anEndpoint('/rotating');
    const elsewhere = await webhooks.server.database('webhooks');
    const rotations = await elsewhere.transaction(async (holder) => {
      await holder.query('SELECT FROM postback_endpoints WHERE id = $1 FOR UPDATE', [endpoint.id]);
      const both = [newSecret(endpoint), newSecret(endpoint)];
      await eventually(async () => expect(await lockWaiters(webhooks.database)).toBe(2));
      return both;
    });
    const [left, right] = (await Promise.all(rotations)) as [string, string];
    expect(left).not.toBe(right);
    expect(await verifying(endpoint, { old: endpoint.secret, left, right })).toEqual(['old', 'left', 'right']);
    const current = await webhooks.database.query(
      'SELECT FROM postback_secrets WHERE endpoint_id = $1 AND expires_at IS NULL',
      [endpoint.id],
    );
    expect(current).toHaveLength(1);
  });

  it('shows the same secret again when the bus brings the command twice, and rotates once', async () => {
    const endpoint = await webhooks.anEndpoint('/rotating');
    const messageId = newId();
    const answers = [await rotate(endpoint, { messageId }), await rotate(endpoint, { messageId })];
    const [first, second] = answers.map((answer) => secretIn(succeeded(answer).data));
    expect(second).toBe(first);
    expect(await countSecrets(endpoint)).toBe(2);
  });

  it("knows no endpoint of another merchant's", async () => {
    const endpoint = await webhooks.anEndpoint('/rotating');
    const stranger = { ...endpoint, command: { ...endpoint.command, merchant_id: newId() } };
    expect(await rotate(stranger)).toMatchObject({ error: 'postback_endpoint_not_found' });
    expect(await countSecrets(endpoint)).toBe(1);
  });

  it('keeps no secret in clear in any table', async () => {
    const secret = await newSecret(await webhooks.anEndpoint('/rotating'));
    const key = secret.slice('whsec_'.length);
    const forms = [key, Buffer.from(key, 'base64').toString('hex'), Buffer.from(secret).toString('hex')];
    const tables = await webhooks.database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'webhooks'::regnamespace AND relkind IN ('r', 'p')
         AND has_table_privilege(oid, 'SELECT')`,
    );
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['postback_secrets', 'idempotency_keys']));
    for (const { name } of tables) {
      const text = JSON.stringify(await webhooks.database.query(`SELECT t::text FROM ${name} t`));
      for (const form of forms) expect(text).not.toContain(form);
    }
  });

  it('erases what has expired, also of endpoints that are not rotated again', async () => {
    const endpoint = await webhooks.anEndpoint('/rotating');
    await newSecret(endpoint);
    const bus = new InProcessBus({ logger: silentLogger });
    const database = await webhooks.server.database('webhooks');
    const later = testClock(new Date(clock.nowMs() + DAY_MS));
    const platform = { bus, database, settings: testSettings(), logger: silentLogger, clock: later };
    const instance = await startWebhooks(platform);
    await eventually(async () => expect(await countSecrets(endpoint)).toBe(1));
    await instance.stop();
    await bus.close();
  });
});
