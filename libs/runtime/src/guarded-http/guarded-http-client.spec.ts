import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { MAX_ANSWER_BYTES } from './bounded-connector.js';
import { EXCERPT_BYTES } from './capped-answer.js';
import { GuardedHttpClient, type GuardedHttpClientOptions } from './guarded-http-client.js';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const closers: (() => Promise<void>)[] = [];

/** A client whose timeout is far off unless the test is about it. */
function client(options: Partial<GuardedHttpClientOptions> = {}): GuardedHttpClient {
  const made = new GuardedHttpClient({ allowedNetworks: LOOPBACK, httpsOnly: false, timeoutMs: 10_000, ...options });
  closers.push(() => made.destroy());
  return made;
}

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (listener: RequestListener): Promise<string> => listen(createHttpServer(listener));
const serveAsync = (answer: (...exchange: Parameters<RequestListener>) => Promise<void>): Promise<string> =>
  serve((...exchange) => void answer(...exchange));
const serveRaw = (onConnection: (socket: Socket) => void): Promise<string> => listen(createServer(onConnection));
const post = (to: GuardedHttpClient, url: string) =>
  to.send({ method: 'POST', url: new URL(url), headers: { 'x-test': 'yes' }, body: '{"a":"é"}' });

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

describe('the guarded client', () => {
  it('sends method, path, headers and the exact body, and answers status, headers and body', async () => {
    const url = await serveAsync(async (request, response) => {
      const body = (await request.toArray()).join('');
      response
        .writeHead(202, { 'retry-after': '7' })
        .end(`${request.method} ${request.url} ${String(request.headers['x-test'])} ${body}`);
    });
    await expect(post(client(), `${url}/hook?a=1`)).resolves.toMatchObject({
      status: 202,
      headers: { 'retry-after': '7' },
      excerpt: 'POST /hook?a=1 yes {"a":"é"}',
    });
  });

  it('does not follow a redirect', async () => {
    let trapped = 0;
    const trap = await serve((_request, response) => {
      trapped += 1;
      response.end();
    });
    const url = await serve((_request, response) => response.writeHead(307, { location: trap }).end());
    await expect(post(client(), url)).resolves.toMatchObject({ status: 307 });
    expect(trapped).toBe(0);
  });

  it('uses connections again', async () => {
    let connections = 0;
    const server = createHttpServer((_request, response) => response.end('ok'));
    server.on('connection', () => (connections += 1));
    const url = await listen(server);
    const to = client();
    for (let n = 0; n < 10; n += 1) await post(to, url);
    // The answer is handed out a moment before its connection is free, so that two may take turns.
    expect(connections).toBeLessThanOrEqual(2);
  });

  it('opens no connection to an address that is not allowed, by literal, by localhost or by name', async () => {
    let connections = 0;
    const { port } = new URL(await serveRaw(() => (connections += 1)));
    const guarded = client({ allowedNetworks: [], resolve: () => Promise.resolve(['127.0.0.1']) });
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost', 'innocent.example']) {
      await expect(post(guarded, `http://${host}:${port}/`)).rejects.toMatchObject({ failure: 'url_not_allowed' });
    }
    expect(connections).toBe(0);
  });

  it('connects to the address it checked when the name answers differently each time', async () => {
    let connections = 0;
    const { port } = new URL(await serveRaw((socket) => void ((connections += 1), socket.destroy())));
    const answers = [['127.0.0.9'], ['127.0.0.1']];
    const guarded = client({
      allowedNetworks: ['127.0.0.9/32'],
      resolve: () => Promise.resolve(answers.shift() ?? []),
    });
    await expect(post(guarded, `http://rebinding.example:${port}/`)).rejects.toMatchObject({
      failure: 'connection_failed',
    });
    await expect(post(guarded, `http://rebinding.example:${port}/`)).rejects.toMatchObject({
      failure: 'url_not_allowed',
    });
    expect(connections).toBe(0);
  });

  it('gives up on headers that do not come in time', async () => {
    const url = await serveRaw((socket) => void socket.write('HTTP/1.1 200 OK\r\nx-slow: '));
    await expect(post(client({ timeoutMs: 200 }), url)).rejects.toMatchObject({ failure: 'timeout' });
  });

  it('takes the status when the body never ends in time', async () => {
    const url = await serve((_request, response) => void response.writeHead(200).write('first'));
    await expect(post(client({ timeoutMs: 900 }), url)).resolves.toMatchObject({ status: 200, excerpt: 'first' });
  });

  it('gives a body little time after the status, and says how long that took without it', async () => {
    const url = await serveAsync(async (_request, response) => {
      await delay(100);
      response.writeHead(200).write('first');
    });
    const startedMs = performance.now();
    const answer = await post(client({ timeoutMs: 60_000 }), url);
    expect(answer).toMatchObject({ status: 200, excerpt: 'first', isOverdue: true });
    const tookMs = performance.now() - startedMs;
    expect(answer.statusMs).toBeGreaterThan(90);
    expect(answer.statusMs).toBeLessThan(tookMs - 900);
  });

  it('reads little of an endless body and closes the connection', async () => {
    let sent = 0;
    const closed = Promise.withResolvers<void>();
    const url = await serve((_request, response) => {
      const chunk = Buffer.alloc(16_384, 'x');
      const pump = (): void => {
        if (response.destroyed) return;
        sent += chunk.length;
        if (response.write(chunk)) setImmediate(pump);
        else response.once('drain', pump);
      };
      response.on('close', closed.resolve);
      pump();
    });
    const answer = await post(client(), url);
    await closed.promise;
    expect(answer).toMatchObject({ status: 200, excerpt: 'x'.repeat(EXCERPT_BYTES) });
    // What the kernel buffered on the way counts as sent.
    expect(sent).toBeLessThan(16 * 1_048_576);
  });

  it('does not unpack a compressed answer', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1_048_576)).subarray(0, MAX_ANSWER_BYTES);
    const url = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    const answer = await post(client(), url);
    expect(answer.excerpt).toBe(bomb.subarray(0, EXCERPT_BYTES).toString('utf8'));
  });

  it('reports a refused connection, a dropped one and a name without address', async () => {
    const closed = await serveRaw((socket) => void socket.destroy());
    const { port } = new URL(closed);
    const to = client({ resolve: () => Promise.reject(new Error('no such name')) });
    await expect(post(to, closed)).rejects.toMatchObject({ failure: 'connection_failed' });
    await expect(post(to, `http://127.0.0.77:${port}/`)).rejects.toMatchObject({ message: 'ECONNREFUSED' });
    await expect(post(to, 'http://nowhere.example/')).rejects.toMatchObject({ name: 'OutboundError' });
  });
});
