import { HOSTILE_RECEIVERS, HostileReceiver, startTestProcess } from '@centavo/testing';

/** As many as are under way to one endpoint at most. */
const ATTEMPTS = 32;
const MOST_MEGABYTES = 50;
const PROCESS = new URL('testing/memory-of-attempts.ts', import.meta.url);
const TEST_TIMEOUT_MS = 240_000;

/** Everything that may be said without an end of the headers, then silence: each tiny header takes far more memory than bytes. */
const TINY_HEADERS = {
  'says 4,000 headers and then no more': {
    answer: (socket: { write(text: string): unknown }): void =>
      void socket.write(`HTTP/1.1 200 OK\r\n${'a:\r\n'.repeat(4_000)}`),
    verdict: 'timeout',
  },
} as const;

const NAMED = ['says nothing', 'dribbles its headers', 'dribbles its body'];
const worst = Object.entries(HOSTILE_RECEIVERS).filter(
  ([name]) => /endless|floods|bomb/.test(name) || NAMED.includes(name),
);

it(
  'attempts at any hostile receiver keep less than 50 MB of memory in use',
  async () => {
    const behaviours = Object.fromEntries([...worst, ...Object.entries(TINY_HEADERS)]);
    const names = Object.keys(behaviours);
    const receivers = await Promise.all(names.map((name) => HostileReceiver.start(behaviours[name]!)));
    const urls = receivers.map(({ url }) => url);
    const child = startTestProcess(PROCESS, { urls, attempts: ATTEMPTS, timeoutMs: 1_000 });
    expect(await child.ended).toBeNull();
    const measured = (child.messages as { url: string; megabytes: number }[]).map(
      ({ url, megabytes }) => [names[urls.indexOf(url)], megabytes] as const,
    );
    expect(measured).toHaveLength(names.length);
    expect(measured.filter(([, megabytes]) => megabytes >= MOST_MEGABYTES)).toEqual([]);
    await Promise.all(receivers.map((receiver) => receiver.close()));
  },
  TEST_TIMEOUT_MS,
);
