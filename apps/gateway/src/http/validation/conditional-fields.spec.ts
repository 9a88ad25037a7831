import { CreateWithdrawalDto, WITHDRAWAL_METHODS } from '@centavo/contracts';
import { aTedBody, aWithdrawalBody, runs } from '@centavo/testing';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { accept } from './accept.js';
import { report } from './report.js';
import { shapeOf } from './shape.js';
import { validateBody } from './validate.js';

const WALLET = '019a9f3e-5b7c-7d1e-8f00-1d2c3b4a5e6f';
const CRYPTO = { asset: 'BTC', network: 'bitcoin', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' };
const whole = { ...aTedBody(WALLET), ...aWithdrawalBody(WALLET), crypto: CRYPTO };

const fieldsBy = (type: string) => Object.keys(validateBody(CreateWithdrawalDto, { ...whole, type }));

describe('A field with a condition', () => {
  it('comes back where it belongs, and nowhere else', () => {
    const common = ['type', 'wallet_id', 'amount', 'idempotency_key'];
    expect(fieldsBy('ted')).toEqual([...common, 'bank_account']);
    expect(fieldsBy('crypto')).toEqual([...common, 'crypto']);
    expect(fieldsBy('pix')).toEqual([
      ...common,
      'pix_key',
      'pix_key_type',
      'pix_key_holder_document_type',
      'pix_key_holder_document',
    ]);
  });

  it('is no reason to refuse anything where it does not belong', () => {
    const garbage = { pix_key: { $ne: 1 }, pix_key_type: 7, crypto: 'x', pix_key_holder_document: [[]] };
    const body = { ...aTedBody(WALLET), ...garbage };
    expect(validateBody(CreateWithdrawalDto, body)).toEqual(
      aTedBody(WALLET, { idempotency_key: body.idempotency_key }),
    );
  });
});

/** A whole body with some fields taken away, emptied or spoiled. */
const hostileBody = fc
  .record({
    type: fc.constantFrom<unknown>(...WITHDRAWAL_METHODS, ...WITHDRAWAL_METHODS, 'cash', null, 7),
    spoiled: fc.dictionary(
      fc.constantFrom(...Object.keys(whole).filter((name) => name !== 'type')),
      fc.constantFrom<unknown>(undefined, null, 7, '', {}, [], 'x', { bank_code: '341' }),
      { maxKeys: 3 },
    ),
  })
  .map(({ type, spoiled }) => ({ ...whole, ...spoiled, type }));

it('The fast check takes a body with conditions exactly when class-validator does, and explains every refusal', () => {
  const taken: Record<string, number> = {};
  fc.assert(
    fc.property(hostileBody, (body) => {
      const isTaken = accept(shapeOf(CreateWithdrawalDto), body) !== undefined;
      expect(report(CreateWithdrawalDto, body).length === 0).toBe(isTaken);
      // What does not belong there may be anything; class-validator would still look into what it has made of it.
      const belonging = shapeOf(CreateWithdrawalDto).filter(({ belongsTo }) => belongsTo?.(body) !== false);
      const pruned = Object.fromEntries(belonging.map(({ name }) => [name, (body as Record<string, unknown>)[name]]));
      expect(validateSync(plainToInstance(CreateWithdrawalDto, pruned)).length === 0).toBe(isTaken);
      if (isTaken) taken[String(body.type)] = (taken[String(body.type)] ?? 0) + 1;
    }),
    runs(3_000),
  );
  for (const method of WITHDRAWAL_METHODS) expect(taken[method]).toBeGreaterThan(100);
});
