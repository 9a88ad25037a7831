import { FAULT_POINTS, type FaultPoint } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { ManagedProcess } from '../../scripts/lib/process.mjs';
import { AcquirerBackstage } from '../support/acquirer-backstage.js';
import { Books } from '../support/books.js';
import { RESTING_CHARGE_RULES } from '../support/charge-books.sql.js';
import { openShop } from '../support/open-shop.js';
import { PatientClient } from '../support/patient-client.js';
import type { PostbackLog } from '../support/postback-log.js';
import { freePlace, StandaloneProcess, type StandaloneOptions } from '../support/standalone-process.js';
import { SCENARIOS, type Platform, type Task } from './fault-scenarios.js';

/** For how long to wait for what comes a minute after a charge has failed without the acquirer's word: whatever that may have done is undone. */
const REVERSED_WITHIN_MS = 140_000;

const TEST_TIMEOUT_MS = 300_000;

describe('The platform in one process', () => {
  let options: StandaloneOptions;
  let standalone: StandaloneProcess;
  let client: PatientClient;
  let postbacks: PostbackLog;
  beforeAll(async () => {
    options = { ...(await freePlace('fault-points')), hasFaultSwitch: true };
    standalone = await StandaloneProcess.start(options);
    const [{ baseUrl }, merchant] = [standalone, await standalone.merchant()];
    client = new PatientClient(baseUrl, { publicKey: merchant.public_key, secretKey: merchant.secret_key });
    ({ postbacks } = await openShop({ baseUrl, merchant }));
  }, TEST_TIMEOUT_MS);
  afterAll(async () => {
    await postbacks.close();
    await standalone.remove();
  }, TEST_TIMEOUT_MS);

  /** Behind the platform's back; where its database is may change with a restart. */
  async function behind<Opened extends { close(): Promise<void> }, Result>(
    open: (adminUrl: string) => Promise<Opened>,
    work: (opened: Opened) => Promise<Result>,
  ): Promise<Result> {
    const opened = await open(await standalone.adminUrl());
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  }
  const withBooks: Platform['withBooks'] = (work) => behind((url) => Books.open(url), work);
  const withAcquirer: Platform['withAcquirer'] = (work) => behind((url) => AcquirerBackstage.open(url), work);

  /** Has the process die at `place` while all of `tasks` are set off. */
  async function dieOver(tasks: readonly Task[], place: FaultPoint): Promise<void> {
    await standalone.armFaultPoint(place);
    await Promise.all(tasks.map(({ begin }) => begin()));
    await eventually(() => standalone.process.hasExited);
    expect(await standalone.process.exit).toMatchObject({ signal: 'SIGKILL' });
    await withBooks((books) => books.endLeases());
  }

  async function expectOutcome({ collection, shown, events }: Task, id: string): Promise<void> {
    expect((await client.get(`/v1/${collection}/${id}`)).body.data).toMatchObject(shown);
    expect(postbacks.kindsOf(id)).toEqual(events);
    expect(postbacks.sequencesOf(id)).toEqual(events.map((_, index) => index + 1));
  }

  /** Waits until all has come about, once, and nothing is left to do. */
  async function expectDone(tasks: readonly Task[]): Promise<void> {
    const ids = await Promise.all(tasks.map(({ insist }) => insist()));
    await withBooks((books) =>
      eventually(
        async () => {
          expect(await books.audit(RESTING_CHARGE_RULES)).toEqual({});
          for (const [index, task] of tasks.entries()) await expectOutcome(task, ids[index]!);
        },
        { everyMs: 100, timeoutMs: REVERSED_WITHIN_MS },
      ),
    );
  }

  const rows = FAULT_POINTS.map((place) => [SCENARIOS[place][0], place] as const);
  it.each(rows)(
    'is killed while %s, at %s, and everything comes about once',
    async (_, place) => {
      const [, scenario] = SCENARIOS[place];
      const tasks = await scenario({ client, withBooks, withAcquirer });
      await dieOver(tasks, place);
      standalone = await StandaloneProcess.start(options);
      await expectDone(tasks);
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
