import type { PostbackDelivery } from '@centavo/contracts';
import { aChargeBody, eventually, PostbackReceiver, type ReceivedRequest } from '@centavo/testing';
import { Webhook } from 'standardwebhooks';
import { freePorts } from '../../scripts/lib/ports.mjs';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { endpointsOf, ListenRun } from './listen-run.js';

describe('listen', () => {
  let platform: TestPlatform;
  let target: PostbackReceiver;
  let merchant: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
  });
  beforeEach(async () => {
    [target, merchant] = await Promise.all([PostbackReceiver.start(), platform.http.createMerchant()]);
  });
  afterEach(() => target.close());
  afterAll(() => platform.stop());

  const listen = (...argv: string[]) => ListenRun.start(platform, merchant, ...argv);
  const forwarding = (...argv: string[]) => listen('--forward', target.url('/postbacks'), ...argv);

  async function charge(): Promise<string> {
    const reply = await platform.http.post<{ id: string }>('/v1/charges', merchant.credentials, aChargeBody());
    return reply.body.data.id;
  }

  /** Has Centavo send one event. */
  async function sendTest(): Promise<void> {
    const [endpoint] = await endpointsOf(platform, merchant);
    const { status } = await platform.http.post(
      `/v1/postbacks/endpoints/${endpoint!.id}/test`,
      merchant.credentials,
      undefined,
    );
    expect(status).toBe(201);
  }

  /** The delivery in Centavo's log, once it has been attempted. */
  const attempted = (): Promise<PostbackDelivery> =>
    eventually(async () => {
      const reply = await platform.http.get<PostbackDelivery[]>('/v1/postbacks/deliveries', merchant.credentials);
      const [delivery] = reply.body.data;
      if (!delivery || delivery.attempt_count === 0) throw new Error('No attempt is in the log yet.');
      return delivery;
    });

  it('shows what happens to a charge, line by line', async () => {
    await using run = await forwarding('--events', 'charge.*');
    const id = await charge();
    expect((await run.deliveries(2)).map((line) => line.replace(/^\S+/, '').replace(/\d+ ms$/, ''))).toEqual([
      `  charge.pending                ${id}  #1  200  `,
      `  charge.captured               ${id}  #2  200  `,
    ]);
  });

  it('hands on the bytes and headers that Centavo sent, so that the target verifies them with the secret shown', async () => {
    await using run = await forwarding('--events', 'charge.captured');
    const id = await charge();
    const [request] = (await target.waitFor(1)) as [ReceivedRequest];
    expect([request.method, request.path]).toEqual(['POST', '/postbacks']);
    expect(request.headers).toMatchObject({
      host: new URL(target.url()).host,
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Centavo-Postbacks/1.0',
    });
    const headers = request.headers as Record<string, string>;
    expect(new Webhook(run.secret).verify(request.body, headers)).toMatchObject({
      event: 'charge.captured',
      data: { id },
    });
  });

  it('hears nothing but the events that were asked for, and everything when none were', async () => {
    await using some = await listen('--events', 'charge.captured,receivable.pending');
    expect((await endpointsOf(platform, merchant))[0]!.events).toEqual(['charge.captured', 'receivable.pending']);
    await using all = await listen();
    await charge();
    await all.deliveries(3);
    expect((await some.deliveries(2)).filter((line) => line.includes('charge.pending'))).toEqual([]);
  });

  it('answers Centavo as the target does, with what else it says', async () => {
    target.answerWith({ status: 503, headers: { 'retry-after': '7200' }, body: 'closed for lunch' });
    await using run = await forwarding();
    await sendTest();
    expect((await run.deliveries(1))[0]).toMatch(/ postback\.test +\S+ +#\d+ +503 /);
    const { attempts, next_attempt_at } = await attempted();
    expect(attempts).toMatchObject([{ status_code: 503, response_excerpt: 'closed for lunch' }]);
    expect(Date.parse(next_attempt_at!) - Date.parse(attempts[0]!.attempted_at)).toBeGreaterThanOrEqual(7_200_000);
  });

  it('does not follow a redirect of the target, as Centavo does not', async () => {
    target.answerWith({ status: 307, headers: { location: target.url('/elsewhere') } });
    await using run = await forwarding();
    await sendTest();
    expect((await run.deliveries(1))[0]).toMatch(/ 307 /);
    expect(target.requests.map(({ path }) => path)).toEqual(['/postbacks']);
  });

  it('answers 502 while the target is down, and says why', async () => {
    const [port] = await freePorts(1);
    await using run = await listen('--forward', `http://127.0.0.1:${port}`);
    await sendTest();
    expect((await run.deliveries(1))[0]).toMatch(new RegExp(` 502 .+ http://127\\.0\\.0\\.1:${port}: ECONNREFUSED$`));
    expect((await attempted()).attempts).toMatchObject([{ status_code: 502 }]);
  });

  it('gives up a target that hangs as soon as nobody waits for it any more', async () => {
    target.answerWith(() => new Promise(() => {}));
    const run = await forwarding();
    await sendTest();
    await target.waitFor(1);
    expect(await run.interrupt()).toBe(0);
    expect((await run.deliveries(1))[0]).toMatch(/ postback\.test .+ – .+ no answer while somebody waited for it$/);
  });

  it('says that a 410 ends it', async () => {
    target.answerWith({ status: 410 });
    await using run = await forwarding();
    await sendTest();
    expect((await run.deliveries(1))[0]).toMatch(/ 410 .+ now Centavo disables the endpoint$/);
  });

  it('gives programs one JSON text for each delivery and nothing else', async () => {
    await using run = await listen('--json');
    const id = await charge();
    const lines = await eventually(() => run.out.length >= 3 && run.out);
    const events = (lines as string[]).map(
      (line) => JSON.parse(line) as { status: number; event: { data: { id: string } } },
    );
    expect(events.filter(({ event }) => event.data.id === id)).toHaveLength(2);
    expect(new Set(events.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('refuses what is not from Centavo, and does not hand it on', async () => {
    await using run = await forwarding();
    const [endpoint] = await endpointsOf(platform, merchant);
    const headers = {
      'webhook-id': 'x',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    };
    const { status } = await fetch(endpoint!.url, { method: 'POST', headers, body: '{}' });
    expect(status).toBe(400);
    expect((await run.deliveries(1))[0]).toMatch(/ not from Centavo +400 .+ No matching signature found$/);
    expect(target.requests).toEqual([]);
  });

  it('removes its endpoint when it is interrupted', async () => {
    const run = await listen();
    expect(await endpointsOf(platform, merchant)).toHaveLength(1);
    expect(await run.interrupt()).toBe(0);
    expect(await endpointsOf(platform, merchant)).toEqual([]);
    expect(run.err).toEqual([]);
  });
});
