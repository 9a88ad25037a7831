import { createServer } from 'node:http';
import { answerCalls } from './worker.mjs';

// The postback receiver: notes for every event when it came first, and whether it came again.

/** `charge.pending` and `charge.captured`. */
const postbacksPerCharge = 2;
const arrivals = new Map();
let delaysMs = [];
let repeats = 0;
let completeCharges = 0;
let lastArrivalAt = 0;

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    note(Buffer.concat(chunks).toString());
    response.writeHead(204).end();
  });
});

function note(body) {
  lastArrivalAt = Date.now();
  const { event, occurred_at: occurredAt, data } = JSON.parse(body);
  const seen = arrivals.get(data.id) ?? [];
  if (seen.includes(event)) {
    repeats += 1;
    return;
  }
  arrivals.set(data.id, [...seen, event]);
  if (seen.length + 1 === postbacksPerCharge) completeCharges += 1;
  delaysMs.push(lastArrivalAt - Date.parse(occurredAt));
}

answerCalls({
  async listen() {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server.address().port;
  },
  countAllComplete: () => completeCharges,
  /** How many of these charges had both of their postbacks. */
  countComplete: (chargeIds) => chargeIds.filter((id) => arrivals.get(id)?.length === postbacksPerCharge).length,
  /** Delays (ms from `occurred_at`) since the last time this was asked. */
  takeDelays() {
    const taken = delaysMs;
    delaysMs = [];
    return { delaysMs: taken, lastArrivalAt };
  },
  /** Begins anew: what came before was no part of the trial. */
  forget() {
    arrivals.clear();
    delaysMs = [];
    completeCharges = 0;
  },
  summary: () => ({ repeats, charges: arrivals.size }),
});
