import { Metrics } from './metrics.js';
import { reading } from './state-sources.js';

describe('Metrics', () => {
  it('gives the same metric to everybody who asks for its name', async () => {
    const metrics = new Metrics();
    metrics.counter('database_transactions_total').inc({ schema: 'payments' });
    metrics.counter('database_transactions_total').inc({ schema: 'payments' });

    expect(await metrics.text()).toContain('centavo_database_transactions_total{schema="payments"} 2');
  });

  it('reads observed values at each scrape, one per service', async () => {
    const metrics = new Metrics();
    let pending = 1;
    metrics.observe('outbox_pending_rows', { service: 'payments' }, () => pending);
    metrics.observe('outbox_pending_rows', { service: 'ledger' }, () => 7);
    await metrics.text();
    pending = 2;

    const text = await metrics.text();
    expect(text).toContain('centavo_outbox_pending_rows{service="payments"} 2');
    expect(text).toContain('centavo_outbox_pending_rows{service="ledger"} 7');
  });

  it('shows what those say who are asked at a scrape, beside what it sees itself', async () => {
    const metrics = new Metrics();
    metrics.observe('outbox_pending_rows', { service: 'payments' }, () => 1);
    metrics.observeState('ledger: outbox', async () => [reading('outbox_pending_rows', { service: 'ledger' }, 3)]);

    const text = await metrics.text();
    expect(text).toContain('centavo_outbox_pending_rows{service="payments"} 1');
    expect(text).toContain('centavo_outbox_pending_rows{service="ledger"} 3');
    expect(text).toContain('centavo_state_readable{source="ledger: outbox"} 1');
  });

  it('keeps two processes apart', async () => {
    new Metrics().counter('settled_receivables_total').inc();

    expect(await new Metrics().text()).not.toContain('settled_receivables_total');
  });

  it('shows nothing of what cannot be asked any more', async () => {
    const metrics = new Metrics({ maxAgeMs: 0, patienceMs: 1_000 });
    let isAway = false;
    metrics.observeState('vault', async () => {
      if (isAway) throw new Error('away');
      return [reading('vault_keys', {}, 7)];
    });
    expect(await metrics.text()).toContain('centavo_vault_keys 7');
    isAway = true;
    expect(await metrics.text()).not.toContain('centavo_vault_keys 7');
  });
});
