import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConnectionTrap, FORBIDDEN_ANSWERS, FORBIDDEN_URLS, UNUSABLE_URLS } from '@centavo/testing';
import { GuardedHttpClient, type GuardedHttpClientOptions } from './guarded-http-client.js';

/** Of those that are no HTTP, what is a URL all the same. */
const OTHER_SCHEMES = UNUSABLE_URLS.filter((url) => URL.canParse(url.replace('PORT', '1')));
const NOT_ALLOWED = { name: 'OutboundError', failure: 'url_not_allowed' };

describe('the guarded client', () => {
  let trap: ConnectionTrap;
  const clients: GuardedHttpClient[] = [];
  beforeAll(async () => {
    trap = await ConnectionTrap.set();
  });
  beforeEach(() => {
    trap.caught = 0;
    trap.attempts.length = 0;
  });
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.destroy())));
  afterAll(() => trap.remove());

  function client(options: Partial<GuardedHttpClientOptions> = {}): GuardedHttpClient {
    const made = new GuardedHttpClient({ allowedNetworks: [], httpsOnly: false, timeoutMs: 10_000, ...options });
    clients.push(made);
    return made;
  }

  const post = (to: GuardedHttpClient, url: string) =>
    to.send({ method: 'POST', url: new URL(trap.at(url)), headers: {}, body: '{}' });

  function expectNoConnection(): void {
    expect(trap.attempts).toEqual([]);
    expect(trap.caught).toBe(0);
  }

  it('would be caught where it is allowed to go', async () => {
    await expect(post(client({ allowedNetworks: ['127.0.0.0/8'] }), 'http://127.0.0.1:PORT/')).rejects.toThrow(
      'UND_ERR_SOCKET',
    );
    expect(trap.attempts).toEqual([`127.0.0.1 ${trap.port}`]);
    expect(trap.caught).toBe(1);
  });

  it.each(FORBIDDEN_URLS)('opens no connection for %j', async (url) => {
    await expect(post(client(), url)).rejects.toMatchObject(NOT_ALLOWED);
    expectNoConnection();
  });

  it.each(OTHER_SCHEMES)('opens no connection for %j', async (url) => {
    await expect(post(client(), url)).rejects.toMatchObject(NOT_ALLOWED);
    expectNoConnection();
  });

  it.each(FORBIDDEN_ANSWERS.map((answers) => [answers]))(
    'opens no connection to a name that leads to %j',
    async (answers) => {
      const to = client({ resolve: () => Promise.resolve(answers) });
      for (const url of [
        'http://innocent.example:PORT/',
        'https://innocent.example:PORT/',
        'http://innocent.example.:PORT/',
      ]) {
        await expect(post(to, url)).rejects.toMatchObject(NOT_ALLOWED);
      }
      expectNoConnection();
    },
  );

  it('lets an allowed network not allow what is beside it', async () => {
    const to = client({ allowedNetworks: ['127.0.0.8/31', 'fd00::/8'], resolve: () => Promise.resolve(['127.0.0.1']) });
    for (const url of [
      'http://127.0.0.1:PORT/',
      'http://[::1]:PORT/',
      'http://localhost:PORT/',
      'http://name.example:PORT/',
    ]) {
      await expect(post(to, url)).rejects.toMatchObject(NOT_ALLOWED);
    }
    expectNoConnection();
  });

  it('blocks the ports of other protocols in an allowed network too', async () => {
    const to = client({ allowedNetworks: ['127.0.0.0/8'] });
    await expect(post(to, 'http://127.0.0.1:25/')).rejects.toMatchObject(NOT_ALLOWED);
    expectNoConnection();
  });

  describe('with a name that answers differently each time', () => {
    const allowed = '127.0.0.9';

    it('asks once for each connection, and connects to nothing but the answer it judged', async () => {
      let asked = 0;
      const resolve = () => Promise.resolve([asked++ % 2 === 0 ? allowed : '127.0.0.1']);
      const to = client({ allowedNetworks: [`${allowed}/32`], resolve });
      for (let n = 0; n < 10; n += 1) {
        await expect(post(to, 'http://rebinding.example:PORT/')).rejects.toMatchObject({ name: 'OutboundError' });
      }
      expect(asked).toBe(10);
      expect(trap.attempts).toEqual(Array.from({ length: 5 }, () => `${allowed} ${trap.port}`));
    });

    it('keeps to the address it judged while a connection lasts', async () => {
      const server = createHttpServer((request, response) => response.end(request.socket.localAddress));
      await new Promise<void>((resolve) => server.listen(0, allowed, resolve));
      const { port } = server.address() as AddressInfo;
      let answer = allowed;
      const to = client({ allowedNetworks: [`${allowed}/32`], resolve: () => Promise.resolve([answer]) });
      const url = `http://rebinding.example:${port}/`;
      await expect(post(to, url)).resolves.toMatchObject({ excerpt: allowed });
      answer = '127.0.0.1';
      // On the connection that is there, or refused on a new one.
      for (let n = 0; n < 5; n += 1) {
        const outcome = await post(to, url).catch((error: unknown) => error);
        expect([expect.objectContaining({ excerpt: allowed }), expect.objectContaining(NOT_ALLOWED)]).toContainEqual(
          outcome,
        );
      }
      expect(new Set(trap.attempts)).toEqual(new Set([`${allowed} ${port}`]));
      await to.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
  });

  describe('with a receiver that sends it elsewhere', () => {
    it.each([300, 301, 302, 303, 305, 307, 308])('does not follow a %i', async (status) => {
      const { port } = trap;
      const elsewhere = `http://127.0.0.2:${port}/`;
      const server = createHttpServer((_request, response) =>
        response
          .writeHead(status, {
            location: elsewhere,
            refresh: `0; url=${elsewhere}`,
            'content-location': elsewhere,
            'alt-svc': `h2="127.0.0.2:${port}", http/1.1="127.0.0.2:${port}"`,
            link: `<${elsewhere}>; rel=preconnect`,
          })
          .end(`<meta http-equiv="refresh" content="0; url=${elsewhere}">`),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port: own } = server.address() as AddressInfo;
      const to = client({ allowedNetworks: ['127.0.0.0/8'] });
      for (let n = 0; n < 2; n += 1) {
        await expect(post(to, `http://127.0.0.1:${own}/`)).resolves.toMatchObject({ status });
      }
      expect(new Set(trap.attempts)).toEqual(new Set([`127.0.0.1 ${own}`]));
      expect(trap.caught).toBe(0);
      await to.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
  });
});
