import { commandsOf, created } from '@centavo/contracts';
import type { RunningSubscription } from '@centavo/messaging';
import { aChargeBody } from '@centavo/testing';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { authorizationOf, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';

describe('A gateway that stops', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  let payments: RunningSubscription;
  const agent = new Agent({ keepAlive: true });
  const { promise: isStarted, resolve: started } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  beforeAll(async () => {
    platform = await startPlatform({ REPLY_TIMEOUT_MS: '10000' });
    shop = await platform.http.createMerchant();
    await platform.stopService('payments');
    payments = await platform.bus.subscribe({
      group: 'payments',
      topics: [commandsOf('payments')],
      handlers: [
        {
          kind: 'single',
          pattern: 'charges.create',
          handle: async () => {
            started();
            await released;
            return created('Charge created.', {});
          },
        },
      ],
      deadLetters: { add: () => Promise.resolve() },
    });
  });
  afterAll(async () => {
    await platform.stop();
    await payments.stop();
    agent.destroy();
  });

  it('answers what is under way, has its client leave, and waits for nobody who does not ask', async () => {
    const health = await answerTo('GET', '/health');
    expect(health.headers.connection).toBe('keep-alive');
    const [silent, half] = [await hangOn(''), await hangOn('GET /health HTTP/1.1\r\n')];

    const underWay = answerTo('POST', '/v1/charges', aChargeBody());
    await isStarted;
    const stopped = platform.gateway.stop();
    await silent.left;
    release();

    const { statusCode, headers } = await underWay;
    expect([statusCode, headers.connection]).toEqual([201, 'close']);
    await Promise.all([stopped, half.left]);
  });

  /** Opens a connection, sends no more than this, and waits. @returns resolves when the gateway has closed it */
  async function hangOn(text: string): Promise<{ left: Promise<void> }> {
    const socket = connect(platform.gateway.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    socket.write(text);
    return { left: new Promise((resolve) => socket.once('close', () => resolve())) };
  }

  /** On a connection that its client would like to keep. */
  function answerTo(method: string, path: string, body?: object): Promise<IncomingMessage> {
    const headers = { authorization: authorizationOf(shop.credentials), 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const sent = request(platform.http.baseUrl + path, { method, agent, headers }, (response) => {
        response.resume().once('end', () => resolve(response));
      });
      sent.once('error', reject).end(body && JSON.stringify(body));
    });
  }
});
