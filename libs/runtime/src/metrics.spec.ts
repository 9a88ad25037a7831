import { Metrics } from './metrics.js';

describe('Metrics', () => {
  it('gives the same metric to everybody who asks for its name', async () => {
    const metrics = new Metrics();
    metrics.counter('things_total', 'Things.', ['service']).inc({ service: 'payments' });
    metrics.counter('things_total', 'Things.', ['service']).inc({ service: 'payments' });

    expect(await metrics.text()).toContain('centavo_things_total{service="payments"} 2');
  });

  it('reads observed values at each scrape, one per service', async () => {
    const metrics = new Metrics();
    let pending = 1;
    metrics.observe('pending', 'Pending.', { service: 'payments' }, () => pending);
    metrics.observe('pending', 'Pending.', { service: 'ledger' }, () => 7);
    await metrics.text();
    pending = 2;

    const text = await metrics.text();
    expect(text).toContain('centavo_pending{service="payments"} 2');
    expect(text).toContain('centavo_pending{service="ledger"} 7');
  });

  it('keeps two processes apart', async () => {
    new Metrics().counter('things_total', 'Things.').inc();

    expect(await new Metrics().text()).not.toContain('things_total');
  });
});
