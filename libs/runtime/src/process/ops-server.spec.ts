import { eventually } from '@centavo/testing';
import { request } from 'undici';
import { Metrics } from '../metrics/metrics.js';
import { OpsServer } from './ops-server.js';
import { Readiness } from './readiness.js';

describe('OpsServer', () => {
  let metrics: Metrics;
  let readiness: Readiness;
  let ops: OpsServer;

  const get = async (path: string): Promise<{ status: number; body: string }> => {
    const { statusCode, body } = await request(`http://127.0.0.1:${ops.port}${path}`);
    return { status: statusCode, body: await body.text() };
  };

  beforeEach(async () => {
    metrics = new Metrics();
    readiness = new Readiness();
    ops = await OpsServer.start({ host: '127.0.0.1', port: 0, metrics, readiness });
  });
  afterEach(() => ops.stop());

  it('is live from the beginning', async () => {
    expect(await get('/live')).toEqual({ status: 200, body: '{"status":"live"}' });
  });

  const ready = async () => {
    const { status, body } = await get('/ready');
    return { code: status, ...(JSON.parse(body) as { status: string; checks: Record<string, { since: string }> }) };
  };

  it('is ready while everything that it stands on answers, and says what is wrong with what does not', async () => {
    let problem: string | null = null;
    readiness.add('database', () => problem);
    readiness.add('bus', async () => Promise.resolve(null));

    const before = await ready();
    expect(before).toMatchObject({
      code: 200,
      status: 'ready',
      checks: { database: { ready: true }, bus: { ready: true } },
    });
    problem = 'connection refused';
    const after = await ready();
    expect(after).toMatchObject({
      code: 503,
      status: 'not_ready',
      checks: { database: { ready: false, problem: 'connection refused' }, bus: { ready: true } },
    });
  });

  const sinceOf = async (dependency: string) => (await ready()).checks[dependency]!.since;

  it('says since when a dependency is as it is', async () => {
    let problem: string | null = null;
    readiness.add('database', () => problem);

    const first = await sinceOf('database');
    await eventually(async () => expect(new Date().toISOString()).not.toBe(first));
    expect(await sinceOf('database')).toBe(first);
    problem = 'away';
    const away = await sinceOf('database');
    expect(away > first).toBe(true);
    expect(await sinceOf('database')).toBe(away);
  });

  it('takes a check that fails or hangs for an answer of no', async () => {
    readiness.add('fails', () => Promise.reject(new Error('away')));
    readiness.add('hangs', () => new Promise(() => undefined));

    expect(await ready()).toMatchObject({
      status: 'not_ready',
      checks: { fails: { ready: false, problem: 'away' }, hangs: { ready: false, problem: 'no answer within 2 s' } },
    });
  });

  it('shows as metrics what is ready', async () => {
    readiness.add('database', () => 'away');

    expect((await get('/metrics')).body).toContain('centavo_dependency_ready{dependency="database"} 0');
  });

  it('shows the metrics', async () => {
    metrics.counter('settled_receivables_total').inc();

    expect((await get('/metrics')).body).toContain('centavo_settled_receivables_total 1');
  });

  it('says what there is to who asks for something else', async () => {
    const { status, body } = await get('/');

    expect(status).toBe(404);
    expect(body).toContain('/ready');
  });

  it('says what to do about a port that is taken', async () => {
    const second = OpsServer.start({ host: '127.0.0.1', port: ops.port, metrics, readiness });

    await expect(second).rejects.toThrow(
      `Port ${ops.port} is taken: stop what uses it, or choose another with OPS_PORT.`,
    );
  });
});
