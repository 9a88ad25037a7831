import { createServer } from 'node:http';
import { answerCalls } from '../worker.mjs';
import { answers } from './answers.mjs';
import { monotonicMs } from './monotonic.mjs';

// The postback receiver: every path is an endpoint, which answers as it is told to. It notes when each event came to each of them, and
// whether it came again after it had been taken, which is: answered with a success.

const behaviours = new Map();
const taken = new Set();
const countByPath = new Map();
let arrivals = [];
let repeats = 0;

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume();
  request.on('end', () => {
    const arrivedAtMs = monotonicMs();
    const { url: path, headers } = request;
    const take = () => note(path, headers['webhook-id'], arrivedAtMs);
    answers[behaviours.get(path) ?? 'accept'](response, take);
  });
});

function note(path, eventId, arrivedAtMs) {
  const key = `${path} ${eventId}`;
  if (taken.has(key)) {
    repeats += 1;
    return;
  }
  taken.add(key);
  arrivals.push({ eventId, path, arrivedAtMs });
  countByPath.set(path, (countByPath.get(path) ?? 0) + 1);
}

answerCalls({
  async listen() {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server.address().port;
  },
  /** @param {{path: string, behaviour: keyof typeof answers}[]} changes */
  behave(changes) {
    for (const { path, behaviour } of changes) behaviours.set(path, behaviour);
  },
  /** Events taken since the beginning. */
  count: () => taken.size,
  /** Of them, at these paths. */
  countAt: (paths) => paths.reduce((total, path) => total + (countByPath.get(path) ?? 0), 0),
  repeats: () => repeats,
  /** What was taken since the last time this was asked. */
  takeArrivals: () => arrivals.splice(0),
});
