import { createHash } from 'node:crypto';

/** When the postbacks of the vectors arrive, in seconds. */
const NOW = 1_800_000_000;
const TOLERANCE_SECONDS = 300;
const ID = '019a9f3e-5b7c-7d1e-8f00-1d2c3b4a5e6f';

/** Secrets like any other, but the same every time. */
const secretOf = (name) => `whsec_${createHash('sha256').update(name).digest('base64')}`;
const [SECRET, OLD_SECRET, FOREIGN_SECRET] = ['secret', 'old secret', 'secret of somebody else'].map(secretOf);

const EVENT = {
  id: ID,
  event: 'charge.captured',
  occurred_at: '2027-01-15T08:00:00.000Z',
  sequence: 2,
  api_version: '2026-11-01',
  data: { id: '019a9f3e-5b7c-7000-8000-00000000c0de', status: 'captured', amount: 10_000 },
};
const BODY = JSON.stringify(EVENT);

/**
 * What a receiver has to accept and to refuse, signed as postbacks are.
 * @param {{signatureHeaders: Function, signingKeyOf: Function}} signing of the webhooks service
 * @returns {{now: number, vectors: {name: string, accepted: boolean, secrets: string[], headers: object, body: string}[]}}
 */
export function postbackVectors({ signatureHeaders, signingKeyOf }) {
  const headersOf = ({ body = BODY, age = 0, keys = [SECRET] } = {}) =>
    signatureHeaders({ eventId: ID, timestampSeconds: NOW - age, body }, keys.map(signingKeyOf));

  /** A postback; `change` does something to its headers on the way. */
  const postback = ({ body = BODY, sent = body, secrets = [SECRET], change = {}, ...how } = {}) => ({
    secrets,
    headers: withoutAbsent({ ...headersOf({ body: sent, ...how }), ...change }),
    body,
  });
  const signature = headersOf()['webhook-signature'];
  const signedAs = (text) => postback({ change: { 'webhook-signature': text } });

  const accepted = {
    'signed with the secret': postback(),
    'two signatures, the receiver has the new secret': postback({ keys: [SECRET, OLD_SECRET] }),
    'two signatures, the receiver has the old secret': postback({ keys: [SECRET, OLD_SECRET], secrets: [OLD_SECRET] }),
    'one signature, the receiver has both secrets': postback({ secrets: [OLD_SECRET, SECRET] }),
    'five minutes old': postback({ age: TOLERANCE_SECONDS }),
    'five minutes ahead': postback({ age: -TOLERANCE_SECONDS }),
    'a body that is not ASCII': postback({ body: BODY.replace('captured', 'São João, açaí €10 🎉') }),
    'a body with spaces and line ends': postback({ body: `${JSON.stringify(EVENT, null, 2)}\n` }),
    'a secret without its prefix': postback({ secrets: [SECRET.replace('whsec_', '')] }),
    'beside a signature of a version to come': signedAs(`v2,bm90aGluZw== ${signature}`),
    'beside a signature without a version': signedAs(`bm90aGluZw== ${signature}`),
  };
  const refused = {
    'signed with a foreign secret': postback({ keys: [FOREIGN_SECRET] }),
    'one character of the body changed': postback({ sent: BODY, body: BODY.replace('10000', '90000') }),
    'the body parsed and written again': postback({ sent: JSON.stringify(EVENT, null, 2), body: BODY }),
    'the body is empty': postback({ sent: BODY, body: '' }),
    'another id': postback({ change: { 'webhook-id': '019a9f3e-5b7c-7d1e-8f00-000000000000' } }),
    'another timestamp': postback({ change: { 'webhook-timestamp': String(NOW - 1) } }),
    'older than five minutes': postback({ age: TOLERANCE_SECONDS + 1 }),
    'more than five minutes ahead': postback({ age: -TOLERANCE_SECONDS - 1 }),
    'the timestamp is no number': postback({ change: { 'webhook-timestamp': 'now' } }),
    'the timestamp is a date': postback({ change: { 'webhook-timestamp': '2027-01-15T08:00:00Z' } }),
    'a signature of a version to come alone': signedAs(signature.replace('v1,', 'v2,')),
    'a signature without its version': signedAs(signature.replace('v1,', '')),
    'a signature that is cut off': signedAs(signature.slice(0, -4)),
    'a signature with something behind it': signedAs(`${signature}AAAA`),
    'a version and no signature': signedAs('v1,'),
    'a version alone': signedAs('v1'),
    'a signature that is no base64': signedAs('v1,çã???'),
    'the signature is empty': signedAs(''),
    'no signature': signedAs(undefined),
    'no id': postback({ change: { 'webhook-id': undefined } }),
    'no timestamp': postback({ change: { 'webhook-timestamp': undefined } }),
    'the receiver has no secret': postback({ secrets: [] }),
    'the receiver has an empty secret, under which anybody can sign': postback({ keys: ['whsec_'], secrets: [''] }),
  };
  return { now: NOW, vectors: [...vectorsOf(accepted, true), ...vectorsOf(refused, false)] };
}

const vectorsOf = (postbacks, accepted) =>
  Object.entries(postbacks).map(([name, postback]) => ({ name, accepted, ...postback }));

const withoutAbsent = (headers) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
