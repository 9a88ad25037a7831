import { Metrics, newId, type CallTime } from '@centavo/runtime';
import { testSettings } from '@centavo/testing';
import { cardOf } from '../../testing/sandbox-fixture.js';
import { AcquirerTimeoutError, AcquirerUnavailableError } from '../acquirer.port.js';
import { anAuthorization, anOperation } from '../testing/acquirer-under-test.js';
import { ScriptedAcquirer } from '../testing/scripted-acquirer.js';
import { ResilientAcquirer } from './resilient-acquirer.js';

const card = cardOf('tok_visa');

const count = (operation: string, outcome: string): string =>
  `centavo_acquirer_call_seconds_count{party="scripted",operation="${operation}",outcome="${outcome}"}`;

describe('the resilient acquirer', () => {
  let adapter: ScriptedAcquirer;
  let metrics: Metrics;
  let acquirer: ResilientAcquirer;

  beforeEach(() => {
    adapter = new ScriptedAcquirer();
    metrics = new Metrics();
    const settings = testSettings({
      ACQUIRER_TIMEOUT_MS: '50',
      ACQUIRER_CONCURRENCY: '2',
      ACQUIRER_MAX_QUEUED: '0',
      ACQUIRER_BREAKER_FAILURES: '3',
      ACQUIRER_BREAKER_OPEN_MS: '60000',
    });
    acquirer = new ResilientAcquirer(adapter, settings, metrics);
  });

  async function breakAuthorizations(): Promise<void> {
    adapter.authorize = () => Promise.reject(new AcquirerUnavailableError('503'));
    for (let time = 0; time < 3; time += 1) {
      await expect(acquirer.authorize(anAuthorization(card))).rejects.toThrow('503');
    }
  }

  it('is called as the acquirer it wraps', () => {
    expect(acquirer.name).toBe('scripted');
  });

  it('hands requests and answers through', async () => {
    const request = anAuthorization(card);
    const refund = anOperation('refund', request.reference, 1n);
    expect(await acquirer.authorize(request)).toEqual(await adapter.authorize(request));
    expect(await acquirer.inquire(request.reference)).toBeUndefined();
    expect(await acquirer.operate(refund)).toEqual({ outcome: 'done' });
    expect(adapter.operations).toEqual([refund]);
  });

  it('takes a decline for an answer and no failure', async () => {
    adapter.authorize = async () => ({ outcome: 'declined', failureCode: 'card_declined', failureMessage: 'No.' });
    for (let time = 0; time < 10; time += 1) {
      expect(await acquirer.authorize(anAuthorization(card))).toMatchObject({ outcome: 'declined' });
    }
  });

  it('still asks, and does everything else, when authorizations keep failing', async () => {
    await breakAuthorizations();
    const reference = newId();
    expect(await acquirer.inquire(reference)).toBeUndefined();
    expect(await acquirer.operate(anOperation('refund', reference, 1n))).toEqual({ outcome: 'done' });
  });

  it('still asks when authorizations that hang hold all their places', async () => {
    adapter.authorize = () => new Promise(() => undefined);
    const hanging = Promise.allSettled([1, 2].map(() => acquirer.authorize(anAuthorization(card))));
    await expect(acquirer.authorize(anAuthorization(card))).rejects.toThrow(AcquirerUnavailableError);
    expect(await acquirer.inquire(newId())).toBeUndefined();
    expect(await hanging).toMatchObject([
      { reason: expect.any(AcquirerTimeoutError) },
      { reason: expect.any(AcquirerTimeoutError) },
    ]);
  });

  it('tells the adapter when the time of what it is doing is over', async () => {
    const given: (CallTime | undefined)[] = [];
    const hang = (_: unknown, time?: CallTime): Promise<never> => {
      given.push(time);
      return new Promise(() => undefined);
    };
    adapter.authorize = hang;
    adapter.operate = hang;
    const request = anAuthorization(card);
    await expect(acquirer.authorize(request)).rejects.toThrow(AcquirerTimeoutError);
    await expect(acquirer.operate(anOperation('refund', request.reference, 1n))).rejects.toThrow(AcquirerTimeoutError);
    expect(given.map((time) => time?.signal.aborted)).toEqual([true, true]);
  });

  it('counts calls by operation and outcome', async () => {
    await acquirer.authorize(anAuthorization(card));
    await acquirer.inquire(newId());
    await breakAuthorizations();
    await expect(acquirer.authorize(anAuthorization(card))).rejects.toThrow(AcquirerUnavailableError);
    const text = await metrics.text();
    expect(text).toContain(`${count('authorize', 'approved')} 1`);
    expect(text).toContain(`${count('authorize', 'unavailable')} 3`);
    expect(text).toContain(`${count('authorize', 'not_asked')} 1`);
    expect(text).toContain(`${count('inquire', 'nothing')} 1`);
  });

  it('shows which breakers are open', async () => {
    await breakAuthorizations();
    const text = await metrics.text();
    expect(text).toContain('centavo_acquirer_breaker_state{party="scripted",operation="authorize"} 2');
    expect(text).toContain('centavo_acquirer_breaker_state{party="scripted",operation="operate"} 0');
  });
});
