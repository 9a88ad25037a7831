import type { Charge, ChargeStatus } from '@centavo/contracts';
import { FAULT_POINTS, newId, type FaultPoint } from '@centavo/runtime';
import { aChargeBody, aChargeBodyBy, eventually } from '@centavo/testing';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { freePorts } from '../../scripts/lib/ports.mjs';
import { ManagedProcess } from '../../scripts/lib/process.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';
import { Books } from '../support/books.js';
import { RESTING_CHARGE_RULES } from '../support/charge-books.sql.js';
import { openShop } from '../support/open-shop.js';
import { PatientClient, type KeyedRequest } from '../support/patient-client.js';
import type { PostbackLog } from '../support/postback-log.js';
import { StandaloneProcess, type StandaloneOptions } from '../support/standalone-process.js';

const TEST_TIMEOUT_MS = 90_000;
const DIES_WITHIN_MS = 15_000;
const SETTLED_WITHIN_MS = 30_000;

/** What a merchant asks for, and what the charge must be in the end however often the platform dies over it. */
interface Task {
  readonly request: KeyedRequest;
  readonly charge: Partial<Charge> & { readonly status: ChargeStatus };
  /** Of all the charge's life. */
  readonly events: readonly string[];
}

/** Makes what has to be there before, on a platform without faults. */
type Scenario = (client: PatientClient) => Promise<readonly Task[]>;

const PAID = { authorized_amount: 10_000, captured_amount: 10_000, refunded_amount: 0 };

const cardPayment: Scenario = async () => [
  {
    request: anOrder({ payment_details: { token: 'tok_visa', installments: 3 } }),
    charge: { status: 'captured', ...PAID },
    events: ['charge.pending', 'charge.captured'],
  },
];

const pixCode: Scenario = async () => [
  {
    request: anOrder(aChargeBodyBy('pix')),
    charge: { status: 'pending', captured_amount: 0 },
    events: ['charge.pending'],
  },
];

const pixPayment: Scenario = async (client) => [
  {
    request: await onCharge(client, 'pending', anOrder(aChargeBodyBy('pix')), 'pay'),
    charge: { status: 'captured', ...PAID },
    events: ['charge.pending', 'charge.captured'],
  },
];

type Operation = 'capture' | 'refund' | 'void' | 'expire';

/** One of each at once. The first to get to the place, as a rule `first`, takes the others down at whatever they are about. */
const operations =
  (first: Operation): Scenario =>
  async (client) => {
    const later = (): KeyedRequest => anOrder({ payment_details: { token: 'tok_visa', capture: false } });
    const tasks: Readonly<Record<Operation, Task>> = {
      capture: {
        request: await onCharge(client, 'authorized', later(), 'capture', { amount: 6_000 }),
        charge: { status: 'captured', ...PAID, captured_amount: 6_000 },
        events: ['charge.pending', 'charge.authorized', 'charge.captured'],
      },
      refund: {
        request: await onCharge(client, 'captured', anOrder(), 'refund', { amount: 2_500 }),
        charge: { status: 'partially_refunded', ...PAID, refunded_amount: 2_500 },
        events: ['charge.pending', 'charge.captured', 'charge.partially_refunded'],
      },
      void: {
        request: await onCharge(client, 'authorized', later(), 'void'),
        charge: { status: 'voided', captured_amount: 0 },
        events: ['charge.pending', 'charge.authorized', 'charge.voided'],
      },
      expire: {
        request: await onCharge(client, 'pending', anOrder(aChargeBodyBy('pix')), 'expire'),
        charge: { status: 'expired', captured_amount: 0 },
        events: ['charge.pending', 'charge.expired'],
      },
    };
    return [tasks[first], ...Object.values(tasks).filter((task) => task !== tasks[first])];
  };

const SCENARIOS: Readonly<Record<FaultPoint, readonly [what: string, Scenario]>> = {
  'create.after-code': ['a Pix code is made', pixCode],
  'create.after-commit': ['a card pays', cardPayment],
  'authorize.before-acquirer': ['a card pays', cardPayment],
  'authorize.after-acquirer': ['a card pays', cardPayment],
  'authorize.after-commit': ['a card pays', cardPayment],
  'operate.before-acquirer': ['charges are captured, refunded, voided and expire', operations('capture')],
  'operate.after-acquirer': ['charges are refunded, captured, voided and expire', operations('refund')],
  'operate.after-commit': ['charges are voided, captured, refunded and expire', operations('void')],
  'notify.after-acquirer': ['a Pix is paid', pixPayment],
};

/** An order with a charge of its own: R$ 100.00 by card unless the body says otherwise. */
function anOrder(body: Parameters<typeof aChargeBody>[0] = {}): KeyedRequest {
  const key = newId();
  return { path: '/v1/charges', body: aChargeBody({ ...body, metadata: { order: key } }), key };
}

/** Places an order, waits until its charge has a status, and asks for something of it. */
async function onCharge(
  client: PatientClient,
  status: ChargeStatus,
  order: KeyedRequest,
  action: Operation | 'pay',
  body?: unknown,
): Promise<KeyedRequest> {
  const { id } = (await client.insist<Charge>(order)).body.data;
  await eventually(async () => (await client.get<Charge>(`/v1/charges/${id}`)).body.data.status === status);
  const isSimulated = action === 'pay' || action === 'expire';
  return { path: `${isSimulated ? '/sandbox' : ''}/v1/charges/${id}/${action}`, body, key: newId() };
}

describe('The platform in one process', () => {
  let options: StandaloneOptions;
  let standalone: StandaloneProcess;
  let client: PatientClient;
  let postbacks: PostbackLog;
  beforeAll(async () => {
    const [port, opsPort] = (await freePorts(2)) as [number, number];
    options = { dataDir: await temporaryFolder('fault-points'), port, opsPort };
    standalone = await StandaloneProcess.start(options);
    const [{ baseUrl }, merchant] = [standalone, await standalone.merchant()];
    client = new PatientClient(baseUrl, { publicKey: merchant.public_key, secretKey: merchant.secret_key });
    ({ postbacks } = await openShop({ baseUrl, merchant }));
  }, TEST_TIMEOUT_MS);
  afterAll(async () => {
    await postbacks.close();
    await standalone.remove();
  }, TEST_TIMEOUT_MS);

  async function withBooks<Result>(work: (books: Books) => Promise<Result>): Promise<Result> {
    const books = await Books.open(await standalone.adminUrl());
    try {
      return await work(books);
    } finally {
      await books.close();
    }
  }

  async function restart(env: StandaloneOptions['env'] = {}): Promise<void> {
    await standalone.process.stop();
    standalone = await StandaloneProcess.start({ ...options, env });
  }

  /** Has the process die at `place` while it is asked for all of `tasks`. */
  async function dieOver(tasks: readonly Task[], place: FaultPoint): Promise<void> {
    await restart({ FAULT_POINT: place });
    await Promise.all(tasks.map(({ request }) => client.ask(request)));
    await eventually(() => standalone.process.hasExited, { timeoutMs: DIES_WITHIN_MS });
    expect(await standalone.process.exit).toMatchObject({ signal: 'SIGKILL' });
    await withBooks((books) => books.endLeases());
  }

  async function expectDone({ request, charge, events }: Task): Promise<void> {
    const { body } = await client.insist<Charge>(request);
    expect(body.error).toBeUndefined();
    const { id } = body.data;
    await eventually(
      async () => {
        expect((await client.get<Charge>(`/v1/charges/${id}`)).body.data).toMatchObject(charge);
        expect(postbacks.kindsOf(id)).toEqual(events);
        expect(postbacks.sequencesOf(id)).toEqual(events.map((_, index) => index + 1));
      },
      { timeoutMs: SETTLED_WITHIN_MS, everyMs: 50 },
    );
  }

  const rows = FAULT_POINTS.map((place) => [SCENARIOS[place][0], place] as const);
  it.each(rows)(
    'is killed while %s, at %s, and everything comes about once',
    async (_, place) => {
      const [, scenario] = SCENARIOS[place];
      const tasks = await scenario(client);
      await dieOver(tasks, place);
      await restart();
      for (const task of tasks) await expectDone(task);
      await withBooks((books) =>
        eventually(async () => expect(await books.audit(RESTING_CHARGE_RULES)).toEqual({}), {
          timeoutMs: SETTLED_WITHIN_MS,
          everyMs: 250,
        }),
      );
    },
    TEST_TIMEOUT_MS,
  );

  it('does not start with a fault point that there is not', async () => {
    const other = StandaloneProcess.launch({ ...options, env: { FAULT_POINT: 'create.after-lunch' } });
    expect(await other.process.exit).toMatchObject({ code: 1 });
    expect(other.output).toMatch(/Centavo could not start\. FAULT_POINT must be one of create\.after-code, /);
  });
});

describe('A fault point', () => {
  it.each([
    ['ends the process that it is armed in', 'sandbox', 'SIGKILL'],
    ['does nothing in production', 'production', null],
  ])('%s', async (_, environment, signal) => {
    const module = JSON.stringify(inRoot('dist', 'libs', 'runtime', 'src', 'process', 'fault-point.js'));
    const script = `(await import(${module})).faultPoint('create.after-commit')`;
    const child = new ManagedProcess(process.execPath, ['--input-type=module', '--eval', script], {
      name: 'fault point',
      env: { ...process.env, ENVIRONMENT: environment, FAULT_POINT: 'create.after-commit' },
    });
    expect(await child.exit).toEqual({ code: signal ? null : 0, signal });
  });
});
