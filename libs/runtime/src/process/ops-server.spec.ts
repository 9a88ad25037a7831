import { request } from 'undici';
import { Metrics } from '../metrics/metrics.js';
import { OpsServer } from './ops-server.js';
import { Readiness } from './readiness.js';

describe('OpsServer', () => {
  const metrics = new Metrics();
  let readiness: Readiness;
  let ops: OpsServer;

  const get = async (path: string): Promise<{ status: number; body: string }> => {
    const { statusCode, body } = await request(`http://127.0.0.1:${ops.port}${path}`);
    return { status: statusCode, body: await body.text() };
  };

  beforeEach(async () => {
    readiness = new Readiness();
    ops = await OpsServer.start({ host: '127.0.0.1', port: 0, metrics, readiness });
  });
  afterEach(() => ops.stop());

  it('is live from the beginning', async () => {
    expect(await get('/live')).toEqual({ status: 200, body: '{"status":"live"}' });
  });

  it('is ready while everything that it stands on answers', async () => {
    let isUp = true;
    readiness.add('database', () => isUp);
    readiness.add('bus', async () => Promise.resolve(true));

    expect(await get('/ready')).toEqual({
      status: 200,
      body: '{"status":"ready","checks":{"database":true,"bus":true}}',
    });
    isUp = false;
    expect(await get('/ready')).toEqual({
      status: 503,
      body: '{"status":"not_ready","checks":{"database":false,"bus":true}}',
    });
  });

  it('takes a check that fails or hangs for an answer of no', async () => {
    readiness.add('fails', () => Promise.reject(new Error('away')));
    readiness.add('hangs', () => new Promise(() => undefined));

    expect(await get('/ready')).toEqual({
      status: 503,
      body: '{"status":"not_ready","checks":{"fails":false,"hangs":false}}',
    });
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
