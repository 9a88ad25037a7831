import type { Charge, ChargeSimulation, ChargeStatus, Receivable, SettlementSummary, Wallet } from '@centavo/contracts';
import { newId, type FaultPoint } from '@centavo/runtime';
import { aChargeBody, aChargeBodyBy, eventually } from '@centavo/testing';
import type { AcquirerBackstage } from '../support/acquirer-backstage.js';
import type { Books } from '../support/books.js';
import type { KeyedRequest, PatientClient } from '../support/patient-client.js';
import { goneReceiver } from './gone-receiver-scenario.js';
import { payOnce } from './payment-link-scenario.js';
import { lateReceiver } from './recovery-scenario.js';
import { withdrawals } from './withdrawal-scenario.js';

/** The platform under test, through all its lives. */
export interface Platform {
  readonly client: PatientClient;
  readonly withBooks: <Result>(work: (books: Books) => Promise<Result>) => Promise<Result>;
  readonly withAcquirer: <Result>(work: (acquirer: AcquirerBackstage) => Promise<Result>) => Promise<Result>;
}

/** What a charge must be in the end however often the platform dies over it. */
interface Outcome {
  readonly charge: Partial<Charge> & { readonly status: ChargeStatus };
  /** Of all the charge's life. */
  readonly events: readonly string[];
}

/** What the API is to show in the end, and what its postbacks are to have told. */
export interface Shown {
  readonly collection: 'charges' | 'payment-links' | 'withdrawals' | 'postbacks/endpoints';
  readonly shown: object;
  /** Of all its life. */
  readonly events: readonly string[];
}

const shownAs = ({ charge, events }: Outcome): Shown => ({ collection: 'charges', shown: charge, events });

/** Something that is to come about. */
export interface Task extends Shown {
  /** Sets it off; the platform may die over it. */
  readonly begin: () => Promise<unknown>;
  /** Sees to it on a platform that lives. @returns the id of the charge, or whatever it is */
  readonly insist: () => Promise<string>;
}

/** Makes what has to be there before, on a platform without faults. */
export type Scenario = (platform: Platform) => Promise<readonly Task[]>;

const PAID = { authorized_amount: 10_000, captured_amount: 10_000, refunded_amount: 0 };

const WAITING: Outcome = { charge: { status: 'pending', captured_amount: 0 }, events: ['charge.pending'] };
const CAPTURED: Outcome = { charge: { status: 'captured', ...PAID }, events: ['charge.pending', 'charge.captured'] };
const DISPUTED: Outcome = after(CAPTURED, { status: 'chargeback' });
const DISPUTE_WON: Outcome = after(DISPUTED, { status: 'captured' });
const AUTHORIZED: Outcome = after(WAITING, { status: 'authorized', authorized_amount: 10_000 });

/** What a charge is when one thing more has happened to it. */
function after({ charge, events }: Outcome, changes: Outcome['charge']): Outcome {
  return { charge: { ...charge, ...changes }, events: [...events, `charge.${changes.status}`] };
}

const payment =
  (token: string): Scenario =>
  async ({ client }) => [asked(client, anOrder(aCard({ token, installments: 3 })), CAPTURED)];

/** What is paid tells a receiver that is gone. */
const gone: Scenario = async (platform) => [
  ...(await payment('tok_visa')(platform)),
  await goneReceiver(platform.client, () => answered(platform.client, anOrder(aCard({})))),
];

const pixCode: Scenario = async ({ client }) => [asked(client, anOrder(aChargeBodyBy('pix')), WAITING)];

/** The acquirer errs when it should make one. */
const missingCode =
  (method: 'pix' | 'boleto'): Scenario =>
  async ({ client, withAcquirer }) => {
    const task = asked(client, anOrder(aChargeBodyBy(method)), after(WAITING, { status: 'failed' }));
    return [{ ...task, begin: () => withAcquirer((acquirer) => acquirer.withoutCodes(task.begin)) }];
  };

/** One of each at once. The first to get to the place, as a rule `first`, takes the others down at whatever they are about. */
function oneOfEach<Name extends string>(
  tasks: Readonly<Record<Name, (client: PatientClient) => Promise<Task>>>,
): (first: Name) => Scenario {
  return (first) =>
    async ({ client }) => {
      const others = (Object.keys(tasks) as Name[]).filter((name) => name !== first);
      return Promise.all([first, ...others].map((name) => tasks[name](client)));
    };
}

const operations = oneOfEach({
  capture: async (client) => {
    const id = await aCharge(client, 'authorized', aCard({ capture: false }));
    const outcome = after(AUTHORIZED, { status: 'captured', captured_amount: 6_000 });
    return asked(client, { path: `/v1/charges/${id}/capture`, body: { amount: 6_000 }, key: newId() }, outcome);
  },
  refund: async (client) => {
    const id = await aCharge(client, 'captured');
    const outcome = after(CAPTURED, { status: 'partially_refunded', refunded_amount: 2_500 });
    return asked(client, { path: `/v1/charges/${id}/refund`, body: { amount: 2_500 }, key: newId() }, outcome);
  },
  void: async (client) => {
    const id = await aCharge(client, 'authorized', aCard({ capture: false }));
    return asked(client, aVoid(id), after(AUTHORIZED, { status: 'voided' }));
  },
  expire: async (client) => {
    const id = await aCharge(client, 'pending', aChargeBodyBy('pix'));
    return asked(client, aSimulation(id, 'expire'), after(WAITING, { status: 'expired' }));
  },
});

const simulations = oneOfEach({
  pay: async (client) => {
    const id = await aCharge(client, 'pending', aChargeBodyBy('pix'));
    return asked(client, aSimulation(id, 'pay'), CAPTURED);
  },
  chargeback: async (client) => asked(client, aSimulation(await aCharge(client, 'captured'), 'chargeback'), DISPUTED),
  'chargeback/won': async (client) =>
    asked(client, aSimulation(await aDisputedCharge(client), 'chargeback/won'), DISPUTE_WON),
  // Tells only the ledger.
  'chargeback/lost': async (client) =>
    asked(client, aSimulation(await aDisputedCharge(client), 'chargeback/lost'), DISPUTED),
});

/** It is paid and nobody told us, so that the acquirer refuses to take it back. */
const refusal: Scenario = async ({ client, withAcquirer }) => {
  const id = await aCharge(client, 'pending', aChargeBodyBy('pix'));
  await withAcquirer((acquirer) => acquirer.pay(id));
  const request = aVoid(id);
  const insist = async (): Promise<string> => {
    expect((await client.insist(request)).body.error).toBe('charge_not_voidable');
    return id;
  };
  return [{ ...asked(client, request, CAPTURED), insist }];
};

/** The hour of each has come. What was paid in time counts, also when nobody told us. */
const expiries: Scenario = async ({ client, withBooks, withAcquirer }) => {
  const authorized = await aCharge(client, 'authorized', aCard({ capture: false }));
  const unpaid = await aCharge(client, 'pending', aChargeBodyBy('boleto'));
  const paid = await aCharge(client, 'pending', aChargeBodyBy('pix'));
  await withAcquirer((acquirer) => acquirer.pay(paid));
  const due = (id: string, outcome: Outcome): Task =>
    unasked(id, () => withBooks((books) => books.letTimeCome(id)), outcome);
  return [
    due(authorized, after(AUTHORIZED, { status: 'expired' })),
    due(unpaid, after(WAITING, { status: 'expired' })),
    due(paid, CAPTURED),
  ];
};

/** The acquirer authorizes cards whose charges had to fail without its word. */
const lateAuthorizations: Scenario = async ({ client, withBooks, withAcquirer }) =>
  Promise.all(
    [true, false].map(async (capture) => {
      const id = await aCharge(client, 'failed', aCard({ token: 'tok_timeout_declined', capture }));
      await withAcquirer((acquirer) => acquirer.authorizeLate(id, { capture }));
      return unasked(id, () => withBooks((books) => books.makeTasksDue()), after(WAITING, { status: 'failed' }));
    }),
  );

/** Told by itself, and won by the merchant: then it is over, however often it was told. */
const dispute: Scenario = async ({ client }) => {
  const task = asked(client, anOrder(aCard({ token: 'tok_chargeback' })), DISPUTED);
  const won = newId();
  return [
    {
      ...task,
      ...shownAs(DISPUTE_WON),
      insist: async () => {
        const id = await task.insist();
        await isIn('chargeback', client, id);
        return answered(client, { ...aSimulation(id, 'chargeback/won'), key: won });
      },
    },
  ];
};

/** All that is to come to the merchant comes, once, and the same answer tells of all of it. */
const settlement: Scenario = async ({ client }) => {
  const id = await aCharge(client, 'captured', aCard({ installments: 3 }));
  const before = await eventually(() => walletWith(client, id));
  const request = { path: '/sandbox/v1/settlements/run', body: { until: '2099-12-31' }, key: newId() };
  const insist = async (): Promise<string> => {
    const { body } = await client.insist<SettlementSummary>(request);
    expect(body.data).toEqual({ settled: expect.any(Number), amount: before.pending_amount });
    const available_amount = before.available_amount + before.pending_amount;
    expect(await walletWith(client, id)).toMatchObject({ available_amount, pending_amount: 0 });
    return id;
  };
  return [{ begin: () => client.ask(request), insist, ...shownAs(CAPTURED) }];
};

/** For each place in the order in which a charge comes by: what is under way when the platform dies there. */
export const SCENARIOS: Readonly<Record<FaultPoint, readonly [what: string, Scenario]>> = {
  'create.after-code': ['a Pix code is made', pixCode],
  'create.after-commit': ['a card pays', payment('tok_visa')],
  'write.before-publish': ['a Pix code is made', pixCode],
  'pay-link.after-reserve': ['a payment link is paid', ({ client }) => payOnce(client)],
  'abandon.before-commit': ['a Pix gets no code', missingCode('pix')],
  'abandon.after-commit': ['a boleto gets no line', missingCode('boleto')],
  'authorize.before-acquirer': ['a card pays', payment('tok_visa')],
  'authorize.after-acquirer': ['a card pays', payment('tok_visa')],
  'authorize.after-commit': ['a card pays', payment('tok_visa')],
  'ask.before-retry': ['a card pays of which the acquirer says nothing', payment('tok_timeout_approved')],
  'recover.after-claim': ['authorizations that came too late are undone', lateAuthorizations],
  'reverse.after-acquirer': ['authorizations that came too late are undone', lateAuthorizations],
  'expire.after-claim': ['the time of charges has come', expiries],
  'operate.before-acquirer': ['charges are captured, refunded, voided and expire', operations('capture')],
  'operate.after-acquirer': ['charges are refunded, captured, voided and expire', operations('refund')],
  'operate.after-commit': ['charges are voided, captured, refunded and expire', operations('void')],
  'refuse.before-commit': ['a Pix is to be voided that has just been paid', refusal],
  'notify.before-acquirer': ['charges are disputed, disputes end and a Pix is paid', simulations('chargeback')],
  'notify.after-acquirer': ['a Pix is paid, charges are disputed and disputes end', simulations('pay')],
  'notify.after-commit': ['disputes end, a charge is disputed and a Pix is paid', simulations('chargeback/won')],
  'tell.after-claim': ['a cardholder disputes a payment', dispute],
  'tell.after-commit': ['a cardholder disputes a payment', dispute],
  'withdraw.after-commit': ['money is withdrawn', withdrawals],
  'withdraw.before-bank': ['money is withdrawn', withdrawals],
  'withdraw.after-bank': ['money is withdrawn', withdrawals],
  'withdraw.after-result': ['money is withdrawn', withdrawals],
  'settle.before-commit': ['receivables are settled', settlement],
  'settle.after-commit': ['receivables are settled', settlement],
  'fan-out.after-commit': ['postbacks begin', payment('tok_visa')],
  'deliver.after-attempt': ['a postback is answered', payment('tok_visa')],
  'deliver.after-outcome': ['answers to postbacks are noted', payment('tok_visa')],
  'redeliver.before-commit': ['what a receiver missed is recovered', lateReceiver(aCharge)],
  'redeliver.after-commit': ['what a receiver missed is recovered', lateReceiver(aCharge)],
  'disable.before-commit': ['a receiver says that it is gone', gone],
  'disable.after-commit': ['a receiver says that it is gone', gone],
};

/** The merchant's wallet, once the receivables of a charge are in it. */
async function walletWith(client: PatientClient, chargeId: string): Promise<Wallet> {
  const receivables = await client.get<Receivable[]>(`/v1/receivables?charge_id=${chargeId}`);
  expect(receivables.body.data).toHaveLength(3);
  const wallets = await client.get<Wallet[]>('/v1/wallets');
  return wallets.body.data.find(({ owner_type }) => owner_type === 'merchant')!;
}

/** What a client asks for, again and again with the same key. */
const asked = (client: PatientClient, request: KeyedRequest, outcome: Outcome): Task => ({
  begin: () => client.ask(request),
  insist: () => answered(client, request),
  ...shownAs(outcome),
});

/** What happens to a charge by itself. */
const unasked = (id: string, begin: () => Promise<unknown>, outcome: Outcome): Task => ({
  begin,
  insist: async () => id,
  ...shownAs(outcome),
});

/** @returns the id of the charge that the answer is about */
async function answered(client: PatientClient, request: KeyedRequest): Promise<string> {
  const { body } = await client.insist<Charge>(request);
  expect(body.error).toBeUndefined();
  return body.data.id;
}

type ChargeBody = ReturnType<typeof aChargeBody>;

/** R$ 100.00 by card. */
const aCard = (details: object): ChargeBody => aChargeBody({ payment_details: { token: 'tok_visa', ...details } });

/** An order with a charge of its own. */
function anOrder(body: ChargeBody): KeyedRequest {
  const key = newId();
  return { path: '/v1/charges', body: { ...body, metadata: { order: key } }, key };
}

const aVoid = (id: string): KeyedRequest => ({ path: `/v1/charges/${id}/void`, key: newId() });

const aSimulation = (id: string, simulation: ChargeSimulation): KeyedRequest => ({
  path: `/sandbox/v1/charges/${id}/${simulation}`,
  key: newId(),
});

/** Places an order and waits until its charge has a status. @returns the charge's id */
async function aCharge(client: PatientClient, status: ChargeStatus, body = aChargeBody()): Promise<string> {
  const id = await answered(client, anOrder(body));
  await isIn(status, client, id);
  return id;
}

async function aDisputedCharge(client: PatientClient): Promise<string> {
  return answered(client, aSimulation(await aCharge(client, 'captured'), 'chargeback'));
}

async function isIn(status: ChargeStatus, client: PatientClient, id: string): Promise<void> {
  const hasStatus = async (): Promise<boolean> =>
    (await client.get<Charge>(`/v1/charges/${id}`)).body.data.status === status;
  await eventually(hasStatus);
}
