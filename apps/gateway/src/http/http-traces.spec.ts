import { currentTraceId, startTracing, type Tracing } from '@centavo/runtime';
import { silentLogger, testSettings, TraceCollector } from '@centavo/testing';
import Fastify, { type FastifyInstance } from 'fastify';
import { traceRequests } from './http-traces.js';
import { requestIdOf } from './request-id.js';

describe('The span of a request', () => {
  let collector: TraceCollector;
  let tracing: Tracing;
  let server: FastifyInstance;
  beforeEach(async () => {
    collector = await TraceCollector.start();
    const settings = testSettings(collector.environment);
    tracing = (await startTracing(settings, silentLogger))!;
    server = Fastify({ genReqId: requestIdOf });
    server.decorateRequest('span', null);
    traceRequests(server, tracing.tracer('gateway'), settings);
    server.post('/echo/:id', async () => ({ traceId: currentTraceId() }));
    server.get('/broken', async () => Promise.reject(new Error('broken')));
  });
  afterEach(async () => {
    await server.close();
    await collector.close();
  });

  const spans = async () => {
    await tracing.stop();
    return collector.spans;
  };

  it('is what its handler works in, after the body has been read', async () => {
    const answer = await server.inject({ method: 'POST', url: '/echo/1', payload: { some: 'body' } });
    const [span] = await spans();
    expect(answer.json()).toEqual({ traceId: span!.traceId });
  });

  it('has its route, and nothing of its path, query, headers or body', async () => {
    const marker = '4111111111111111';
    await server.inject({
      method: 'POST',
      url: `/echo/${marker}?card=${marker}`,
      headers: { 'x-request-id': marker, 'user-agent': marker, authorization: marker },
      payload: { card: marker },
    });
    await server.inject({ method: 'GET', url: `/${marker}` });
    const [echo, unknown] = await spans();
    expect(echo).toMatchObject({ name: 'POST /echo/:id', attributes: { 'centavo.request_id': expect.any(String) } });
    expect(unknown).toMatchObject({ name: 'GET unknown', statusCode: 0 });
    expect(collector.requests.map(({ body }) => body).join()).not.toContain(marker);
  });

  it('is failed by our errors, and not by refusals', async () => {
    await server.inject({ method: 'GET', url: '/broken' });
    const [span] = await spans();
    expect(span).toMatchObject({ statusCode: 2, attributes: { 'error.type': '500' } });
  });
});
