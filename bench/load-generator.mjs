import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { exampleCharge } from '../scripts/lib/example-charge.mjs';
import { encryptCards } from './cards.mjs';
import { basicOf } from './merchants.mjs';
import { answerCalls } from './worker.mjs';

/** Sends charges and reads them back: at a fixed rate whatever the answers (open loop), or as fast as a number of clients get answers (closed loop). */
const tickMs = 5;
let pools = [];
let merchants = [];
/** So many of them, the first, ask for charges. */
let charging = 0;
let sent = 0;
let requests = 0;
/** What was made, by whose key. */
const made = [];
/** Cards that wait to be tokenized, and tokens that wait to be charged. */
let cards = [];
const tokens = [];

const body = Buffer.from(JSON.stringify(exampleCharge));

/** One request of merchant `turn`, or of nobody; `scheduledAt` is when it should have been sent, so that waiting in the generator counts. */
async function send(outcome, turn, scheduledAt, request) {
  try {
    const response = await pools[requests++ % pools.length].request({
      ...request,
      headers: { 'content-type': 'application/json', authorization: merchants[turn], ...request.headers },
    });
    const text = await response.body.text();
    const tookMs = performance.now() - scheduledAt;
    outcome.latenciesMs.push(tookMs);
    outcome.onAnswer?.(response.statusCode, tookMs);
    outcome.statuses[response.statusCode] = (outcome.statuses[response.statusCode] ?? 0) + 1;
    return response.statusCode === 201 ? text : null;
  } catch (error) {
    const name = error.code ?? error.name;
    outcome.statuses[name] = (outcome.statuses[name] ?? 0) + 1;
    return null;
  }
}

async function charge(outcome, scheduledAt) {
  const turn = sent++ % charging;
  const text = await send(outcome, turn, scheduledAt, { method: 'POST', path: '/v1/charges', body });
  if (text === null) return;
  const id = idIn(text);
  outcome.chargeIds.push(id);
  made.push({ id, turn });
}

async function tokenize(outcome, scheduledAt) {
  const card = cards.pop();
  if (!card) return;
  const turn = sent++ % charging;
  const text = await send(outcome, turn, scheduledAt, { method: 'POST', path: '/v1/tokens', body: card });
  if (text === null) return;
  tokens.push({ token: JSON.parse(text).data.token, turn });
}

/** A charge of a card that was just tokenized, by the merchant that it was tokenized for. */
async function chargeToken(outcome, scheduledAt) {
  const { token, turn } = tokens.pop() ?? {};
  if (!token) return;
  const details = { ...exampleCharge, payment_details: { token, installments: 1 } };
  const request = { method: 'POST', path: '/v1/charges', body: JSON.stringify(details) };
  const text = await send(outcome, turn, scheduledAt, request);
  if (text === null) return;
  const id = idIn(text);
  outcome.chargeIds.push(id);
  made.push({ id, turn });
}

/** Reads of what was made, by kind. */
const paths = {
  one: ({ id }) => `/v1/charges/${id}`,
  list: () => '/v1/charges?perPage=20',
  filtered: () => '/v1/charges?perPage=20&status=captured&payment_method=credit_card',
};

/** The charge's id is the first of the answer; cheaper than parsing it all. */
const idIn = (text) => /"id":"([0-9a-f-]{36})"/.exec(text)[1];

const newOutcome = () => ({ startedAt: Date.now(), latenciesMs: [], statuses: {}, chargeIds: [] });

/** @returns also `minutes`: the latencies of what was due in each */
async function openLoop({ rate, seconds }) {
  const begin = performance.now();
  const minutes = [];
  const minuteOf = (tookMs) => Math.floor((performance.now() - tookMs - begin) / 60_000);
  const onAnswer = (_status, tookMs) => (minutes[minuteOf(tookMs)] ??= []).push(tookMs);
  const outcome = { ...newOutcome(), onAnswer };
  const total = rate * seconds;
  const running = [];
  while (running.length < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - begin) * rate) / 1000));
    while (running.length < due) running.push(charge(outcome, begin + (running.length * 1000) / rate));
    await sleep(tickMs);
  }
  await Promise.all(running);
  const { startedAt, latenciesMs, statuses, chargeIds } = outcome;
  return { startedAt, latenciesMs, statuses, chargeIds, minutes };
}

/**
 * Charges at a fixed rate that is far more than is taken. A client that has too many requests unanswered sends no more: those count as
 * `held`. A latency is counted from when the request was sent.
 * @param {{rate: number, seconds: number, mostUnanswered: number}} load
 */
async function overload({ rate, seconds, mostUnanswered }) {
  const latenciesByStatus = {};
  const onAnswer = (status, tookMs) => (latenciesByStatus[status] ??= []).push(tookMs);
  const outcome = { ...newOutcome(), onAnswer };
  const begin = performance.now();
  const running = new Set();
  let due = 0;
  let held = 0;
  while (performance.now() - begin < seconds * 1000) {
    for (const end = ((performance.now() - begin) * rate) / 1000; due < end; due += 1) {
      if (running.size >= mostUnanswered) held += 1;
      else {
        const sending = charge(outcome, performance.now()).finally(() => running.delete(sending));
        running.add(sending);
      }
    }
    await sleep(tickMs);
  }
  const tookMs = performance.now() - begin;
  await Promise.all(running);
  const { statuses, chargeIds, startedAt } = outcome;
  return { startedAt, statuses, chargeIds, latenciesByStatus, held, sent: due - held, tookMs };
}

const closedLoop = (load) => asFastAsAnswered(load, charge);
const tokenizeLoop = (load) => asFastAsAnswered({ ...load, isOver: () => cards.length === 0 }, tokenize);
const chargeTokens = (load) => asFastAsAnswered({ ...load, isOver: () => tokens.length === 0 }, chargeToken);

/**
 * Reads one after the other and then again: what was made before, or what `requests` say.
 * @param {{kind?: keyof typeof paths, requests?: {path: string, turn: number}[], clients: number, seconds: number}} load
 */
function readLoop({ kind, requests = made.map((it) => ({ path: paths[kind](it), turn: it.turn })), ...load }) {
  let next = 0;
  return asFastAsAnswered(load, async (outcome, scheduledAt) => {
    const { path, turn } = requests[next++ % requests.length];
    await send(outcome, turn, scheduledAt, { method: 'GET', path });
  });
}

/**
 * Withdrawals from wallets in turn, each by its owner.
 * @param {{withdrawal: object, wallets: {walletId: string, turn: number}[], clients: number, seconds: number}} load
 */
function withdrawLoop({ withdrawal, wallets, ...load }) {
  return asFastAsAnswered(load, async (outcome, scheduledAt) => {
    sent += 1;
    const { walletId, turn } = wallets[sent % wallets.length];
    const details = { ...withdrawal, wallet_id: walletId, idempotency_key: `bench-${sent}` };
    await send(outcome, turn, scheduledAt, { method: 'POST', path: '/v1/withdrawals', body: JSON.stringify(details) });
  });
}

/**
 * Payments of links in turn, as the checkout page sends them: without credentials, and with an idempotency key.
 * @param {{linkIds: string[], payment: object, clients: number, seconds: number}} load
 */
function payLoop({ linkIds, payment, ...load }) {
  const payBody = Buffer.from(JSON.stringify(payment));
  return asFastAsAnswered(load, async (outcome, scheduledAt) => {
    const path = `/pay/${linkIds[sent++ % linkIds.length]}/charges`;
    const headers = { 'idempotency-key': randomUUID() };
    await send(outcome, null, scheduledAt, { method: 'POST', path, headers, body: payBody });
  });
}

async function asFastAsAnswered({ clients, seconds, isOver = () => false }, work) {
  const outcome = newOutcome();
  const endAt = performance.now() + seconds * 1000;
  const client = async () => {
    while (performance.now() < endAt && !isOver()) await work(outcome, performance.now());
  };
  await Promise.all(Array.from({ length: clients }, client));
  return outcome;
}

answerCalls({
  connect({ baseUrls, credentials, chargingMerchants, connections }) {
    pools = baseUrls.map((url) => new Pool(url, { connections, pipelining: 1 }));
    merchants = credentials.map(basicOf);
    charging = chargingMerchants;
  },
  async encryptCards({ baseUrl, count }) {
    cards = await encryptCards(baseUrl, count);
  },
  openLoop,
  overload,
  closedLoop,
  tokenizeLoop,
  chargeTokens,
  readLoop,
  withdrawLoop,
  payLoop,
});
