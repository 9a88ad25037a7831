import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { GuardedHttpClient } from '../guarded-http-client.js';

/** The URLs of receivers, how many attempts to make at each at once, and when to give up. */
interface Plan {
  readonly urls: readonly string[];
  readonly attempts: number;
  readonly timeoutMs: number;
}

const SAMPLE_MS = 50;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use, garbage excluded. */
function usedBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const { urls, attempts, timeoutMs } = JSON.parse(process.argv[2]!) as Plan;
const client = new GuardedHttpClient({ allowedNetworks: ['127.0.0.0/8'], httpsOnly: false, timeoutMs });
const send = (url: string): Promise<unknown> =>
  client.send({ method: 'POST', url: new URL(url), headers: {}, body: '{}' }).catch(() => undefined);

for (const url of urls) {
  const before = usedBytes();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, usedBytes())), SAMPLE_MS);
  await Promise.all(Array.from({ length: attempts }, () => send(url)));
  clearInterval(timer);
  process.send!({ url, megabytes: Math.round((most - before) / 1_048_576) });
}
process.disconnect();
