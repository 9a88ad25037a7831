import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { exampleCharge } from '../scripts/lib/example-charge.mjs';
import { answerCalls } from './worker.mjs';

/** Sends charges and reads them back: at a fixed rate whatever the answers (open loop), or as fast as a number of clients get answers (closed loop). */
const tickMs = 5;
let pools = [];
let merchants = [];
let sent = 0;
/** What was made, by whose key. */
const made = [];

const body = Buffer.from(JSON.stringify(exampleCharge));

/** One request of merchant `turn`; `scheduledAt` is when it should have been sent, so that waiting in the generator counts. */
async function send(outcome, turn, scheduledAt, request) {
  try {
    const response = await pools[turn % pools.length].request({
      ...request,
      headers: { 'content-type': 'application/json', authorization: merchants[turn % merchants.length] },
    });
    const text = await response.body.text();
    outcome.latenciesMs.push(performance.now() - scheduledAt);
    outcome.statuses[response.statusCode] = (outcome.statuses[response.statusCode] ?? 0) + 1;
    return response.statusCode === 201 ? text : null;
  } catch (error) {
    const name = error.code ?? error.name;
    outcome.statuses[name] = (outcome.statuses[name] ?? 0) + 1;
    return null;
  }
}

async function charge(outcome, scheduledAt) {
  const turn = sent++;
  const text = await send(outcome, turn, scheduledAt, { method: 'POST', path: '/v1/charges', body });
  if (text === null) return;
  const id = idIn(text);
  outcome.chargeIds.push(id);
  made.push({ id, turn });
}

const reads = {
  one: ({ id }) => `/v1/charges/${id}`,
  list: () => '/v1/charges?perPage=20',
  filtered: () => '/v1/charges?perPage=20&status=captured&payment_method=credit_card',
};

/** The charge's id is the first of the answer; cheaper than parsing it all. */
const idIn = (text) => /"id":"([0-9a-f-]{36})"/.exec(text)[1];

const newOutcome = () => ({ startedAt: Date.now(), latenciesMs: [], statuses: {}, chargeIds: [] });

async function openLoop({ rate, seconds }) {
  const outcome = newOutcome();
  const begin = performance.now();
  const total = rate * seconds;
  const running = [];
  while (running.length < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - begin) * rate) / 1000));
    while (running.length < due) running.push(charge(outcome, begin + (running.length * 1000) / rate));
    await sleep(tickMs);
  }
  await Promise.all(running);
  return outcome;
}

const closedLoop = (load) => asFastAsAnswered(load, charge);

/** Reads what was made before, in turn. @param {{kind: keyof typeof reads}} load */
function readLoop({ kind, ...load }) {
  let next = 0;
  return asFastAsAnswered(load, async (outcome, scheduledAt) => {
    const charge = made[next++ % made.length];
    await send(outcome, charge.turn, scheduledAt, { method: 'GET', path: reads[kind](charge) });
  });
}

async function asFastAsAnswered({ clients, seconds }, work) {
  const outcome = newOutcome();
  const endAt = performance.now() + seconds * 1000;
  const client = async () => {
    while (performance.now() < endAt) await work(outcome, performance.now());
  };
  await Promise.all(Array.from({ length: clients }, client));
  return outcome;
}

answerCalls({
  connect({ baseUrls, credentials, connections }) {
    pools = baseUrls.map((url) => new Pool(url, { connections, pipelining: 1 }));
    merchants = credentials.map((pair) => `Basic ${Buffer.from(pair).toString('base64')}`);
  },
  openLoop,
  closedLoop,
  readLoop,
});
