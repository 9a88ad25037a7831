import type { AuditLogEntry, Merchant } from '@centavo/contracts';
import { PostgresDatabase } from '@centavo/persistence';
import { eventually, PATIENT_CONNECTION } from '@centavo/testing';
import { HttpClient } from '../http-client.js';
import { freePlace, StandaloneProcess, type StandaloneOptions } from '../support/standalone-process.js';

const TEST_TIMEOUT_MS = 300_000;
const OPERATOR_TOKEN = 'operator-token-of-this-test';
const OPERATOR = `Bearer ${OPERATOR_TOKEN}`;

describe('The audit log of a platform that is killed', () => {
  let options: StandaloneOptions;
  let standalone: StandaloneProcess;
  let http: HttpClient;
  beforeAll(async () => {
    options = { ...(await freePlace('audit-log')), env: { OPERATOR_TOKEN } };
    standalone = await StandaloneProcess.start(options);
    http = new HttpClient(standalone.baseUrl);
  }, TEST_TIMEOUT_MS);
  afterAll(() => standalone.remove(), TEST_TIMEOUT_MS);

  const administrator = async () => {
    const { username: role, password, href: url } = new URL(await standalone.adminUrl());
    return PostgresDatabase.connect({ url, role, password, schema: 'onboarding', poolSize: 2, ...PATIENT_CONNECTION });
  };

  it(
    'has the call that was being carried out, and says that nobody knows how it ended',
    async () => {
      const { body } = await http.get<Merchant[]>('/admin/v1/merchants', OPERATOR);
      const [merchant] = body.data as [Merchant];
      const admin = await administrator();
      const calls = () => admin.query(`SELECT FROM audit_calls WHERE method = 'PATCH'`);
      await admin.transaction(async (transaction) => {
        await transaction.query(`SELECT FROM merchants WHERE id = $1 FOR UPDATE`, [merchant.id]);
        const path = `/admin/v1/merchants/${merchant.id}`;
        const unanswered = http.call('PATCH', path, { as: OPERATOR, body: { status: 'suspended' } });
        const failure = unanswered.catch((error: Error) => error.message);
        await eventually(async () => expect(await calls()).toHaveLength(1));
        await standalone.process.kill();
        expect(await failure).toBe('fetch failed');
      });
      await admin.close();

      standalone = await StandaloneProcess.start(options);
      const log = await http.get<AuditLogEntry[]>('/admin/v1/audit-log?method=PATCH', OPERATOR);
      expect(log.body.data).toMatchObject([
        { resource_id: merchant.id, body: { status: 'suspended' }, status: null, error: null, effects: [] },
      ]);
      const after = await http.get<Merchant>(`/admin/v1/merchants/${merchant.id}`, OPERATOR);
      expect(after.body.data.status).toBe('active');
    },
    TEST_TIMEOUT_MS,
  );
});
