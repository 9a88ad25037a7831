import { DomainError, isSameBody } from '@centavo/contracts';
import fc from 'fast-check';
import { sha256 } from '@centavo/runtime';
import { runs, testSettings } from '@centavo/testing';
import { BodyFingerprints, canonicalJson, idempotencyOf } from './idempotency.js';

const bodyFingerprints = new BodyFingerprints(testSettings());

const request = (key: string | undefined, body: unknown = {}) => ({
  method: 'POST',
  url: '/v1/charges?ignored=1',
  headers: { ...(key !== undefined && { 'idempotency-key': key }) },
  body,
  server: { bodyFingerprints },
});

const fingerprint = (body: unknown) => idempotencyOf(request('k', body))!.fingerprint;

describe('An Idempotency-Key', () => {
  it('is null to the service when there is none', () => {
    expect(idempotencyOf(request(undefined))).toBeNull();
  });

  it('is scoped to method and path, without the query', () => {
    expect(idempotencyOf(request('order 1'))).toMatchObject({ scope: 'POST /v1/charges', key: 'order 1' });
  });

  it.each(['', 'ação', 'tab\there', 'x'.repeat(256)])('is refused when it is %j', (key) => {
    expect(() => idempotencyOf(request(key))).toThrow(new DomainError('invalid_idempotency_key'));
  });

  it('takes 255 printable characters', () => {
    expect(idempotencyOf(request('~'.repeat(255)))).not.toBeNull();
  });

  it('tells bodies apart that differ in a value or a type', () => {
    expect(fingerprint({ amount: 1 })).not.toBe(fingerprint({ amount: '1' }));
    expect(fingerprint({ a: [1, 2] })).not.toBe(fingerprint({ a: [2, 1] }));
    expect(fingerprint({ a: null })).not.toBe(fingerprint({}));
  });

  it('does not look at credentials, and a fingerprint does not give them away', () => {
    const body = { amount: 1, transaction_pin: '4071' };
    expect(fingerprint(body)).toBe(fingerprint({ amount: 1 }));
    expect(fingerprint({ pin: '1', current_pin: '2' })).toBe(fingerprint({}));
    expect(fingerprint({ metadata: { pin: 1 } })).not.toBe(fingerprint({ metadata: { pin: 2 } }));
  });
});

describe('A fingerprint', () => {
  const body = { pix_key: '12345678909' };

  it('is the same in every gateway of a deployment, and another one under another SECRETS_KEY', () => {
    const other = testSettings({ SECRETS_KEY: Buffer.alloc(32, 'other').toString('base64') });
    expect(new BodyFingerprints(testSettings()).of(body)).toBe(fingerprint(body));
    expect(new BodyFingerprints(other).of(body)).not.toBe(fingerprint(body));
  });

  it('is known again while one key replaces another, by gateways that were restarted and by those that were not', () => {
    const [oldKey, newKey] = [1, 2].map((fill) => Buffer.alloc(32, fill).toString('base64')) as [string, string];
    const gateways = [[oldKey], [oldKey, newKey], [newKey, oldKey], [newKey]].map(
      (keys) => new BodyFingerprints(testSettings({ SECRETS_KEY: keys.join(',') })),
    );
    for (const [turn, gateway] of gateways.entries()) {
      const next = gateways[turn + 1] ?? gateway;
      expect(isSameBody(gateway.of(body), next.of(body))).toBe(true);
      expect(isSameBody(next.of(body), gateway.of(body))).toBe(true);
      expect(isSameBody(gateway.of(body), next.of({ ...body, amount: 1 }))).toBe(false);
    }
    expect(isSameBody(gateways[0]!.of(body), gateways[3]!.of(body))).toBe(false);
  });

  it('is no hash that somebody without the key can find a body by', () => {
    for (const encoding of ['hex', 'base64url'] as const) {
      expect(fingerprint(body)).not.toBe(sha256(canonicalJson(body), encoding));
    }
  });

  it('needs a SECRETS_KEY', () => {
    expect(() => new BodyFingerprints({ secretsKeys: [] })).toThrow('SECRETS_KEY must be set');
  });
});

describe('Canonical JSON', () => {
  it('is the same for values that are equal, whatever the order of their keys, and different for others', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([key, item]) => [key, shuffled(item)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      runs(1000),
    );
  });
});
