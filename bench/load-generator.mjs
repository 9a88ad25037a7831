import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { exampleCharge } from '../scripts/lib/example-charge.mjs';
import { answerCalls } from './worker.mjs';

/** Sends charges: at a fixed rate whatever the answers (open loop), or as fast as a number of clients get answers (closed loop). */
const tickMs = 5;
let pools = [];
let merchants = [];
let sent = 0;

const body = Buffer.from(JSON.stringify(exampleCharge));

/** One charge; `scheduledAt` is when it should have been sent, so that waiting in the generator counts. */
async function charge(outcome, scheduledAt) {
  const turn = sent++;
  try {
    const response = await pools[turn % pools.length].request({
      method: 'POST',
      path: '/v1/charges',
      headers: { 'content-type': 'application/json', authorization: merchants[turn % merchants.length] },
      body,
    });
    const text = await response.body.text();
    outcome.latenciesMs.push(performance.now() - scheduledAt);
    outcome.statuses[response.statusCode] = (outcome.statuses[response.statusCode] ?? 0) + 1;
    if (response.statusCode === 201) outcome.chargeIds.push(idIn(text));
  } catch (error) {
    const name = error.code ?? error.name;
    outcome.statuses[name] = (outcome.statuses[name] ?? 0) + 1;
  }
}

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

async function closedLoop({ clients, seconds }) {
  const outcome = newOutcome();
  const endAt = performance.now() + seconds * 1000;
  const client = async () => {
    while (performance.now() < endAt) await charge(outcome, performance.now());
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
});
