import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually, HOSTILE_RECEIVERS, HostileReceiver } from '@centavo/testing';
import { GuardedHttpClient } from './guarded-http-client.js';
import type { OutboundError } from './outbound-error.js';

/** Of attempts that are to end by themselves it is far enough off, those that are to time out wait for it. */
const TIMEOUT_MS = 2_000;

describe('the guarded client', () => {
  let client: GuardedHttpClient;
  beforeEach(() => {
    client = new GuardedHttpClient({ allowedNetworks: ['127.0.0.0/8'], httpsOnly: false, timeoutMs: TIMEOUT_MS });
  });
  afterEach(() => client.destroy());

  const verdictOf = (url: string): Promise<number | string> =>
    client.send({ method: 'POST', url: new URL(url), headers: {}, body: '{}' }).then(
      ({ status }) => status,
      (error: OutboundError) => error.failure,
    );

  it.each(Object.entries(HOSTILE_RECEIVERS))('survives a receiver that %s', async (_, behaviour) => {
    const receiver = await HostileReceiver.start(behaviour);
    // Again and at once, to find connections that are no longer what they seem.
    expect(await verdictOf(receiver.url)).toBe(behaviour.verdict);
    const together = await Promise.all([verdictOf(receiver.url), verdictOf(receiver.url)]);
    expect(together).toEqual([behaviour.verdict, behaviour.verdict]);
    await receiver.close();
  });

  it('ends a connection that is flooded while nothing is asked of it', async () => {
    const ended = Promise.withResolvers<number>();
    const receiver = await HostileReceiver.start({
      verdict: 200,
      answer: (socket) => {
        const flood = (): void =>
          void (socket.destroyed || socket.write('\r\n'.repeat(1_000), () => setImmediate(flood)));
        socket
          .on('close', () => ended.resolve(socket.bytesWritten))
          .write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', flood);
      },
    });
    expect(await verdictOf(receiver.url)).toBe(200);
    // Until it is noticed, the kernel takes some.
    expect(await ended.promise).toBeLessThan(32 * 1_048_576);
    await receiver.close();
  });

  it('survives a receiver that accepts no connection', async () => {
    const code = `
      const { parentPort } = require('node:worker_threads');
      const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
        parentPort.postMessage(server.address().port);
        setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
      });`;
    const worker = new Worker(code, { eval: true });
    const [port] = (await once(worker, 'message')) as [number];
    // Connections that the system accepts in its place fill its queue.
    const queued = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    await eventually(() => queued.some(({ connecting }) => !connecting));
    expect(await verdictOf(`http://127.0.0.1:${port}/`)).toBe('timeout');
    for (const socket of queued) socket.destroy();
    await worker.terminate();
  });
});
