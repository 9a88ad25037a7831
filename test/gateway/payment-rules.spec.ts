import { addDays, saoPauloDateOf } from '@centavo/brazil';
import { aChargeBody } from '@centavo/testing';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { paidBy, split } from './charge-bodies.js';
import { ruleTables } from './rule-tables.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const inMs = (durationMs: number) => new Date(Date.now() + durationMs).toISOString();
const today = () => saoPauloDateOf(new Date());
const splitBy = (...splits: unknown[]) => ({ ...aChargeBody(), splits });

describe('How a charge is to be paid', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
    shop = await platform.http.createMerchant();
  });
  afterAll(() => platform.stop());

  const create = (body: unknown) => platform.http.post('/v1/charges', shop.credentials, body);
  const { brokenBy, itTakes, itRefuses } = ruleTables(create);
  const mine = (fields: object = {}) => split({ recipient_id: shop.merchant.id, ...fields });

  describe('a card', () => {
    itTakes([
      ['twelve installments', () => paidBy('credit_card', { token: 'tok_visa', installments: 12 })],
      [
        'null for what has a default',
        () => paidBy('credit_card', { token: 'tok_visa', installments: null, capture: null }),
      ],
      ['what debit does not know', () => paidBy('debit_card', { token: 'tok_visa', installments: 99, capture: 'x' })],
    ]);
    itRefuses([
      ['no token', () => paidBy('credit_card', {}), 'payment_details.token required'],
      ['no token of a debit card', () => paidBy('debit_card', {}), 'payment_details.token required'],
      [
        'everything that is wrong',
        () => paidBy('credit_card', { token: 7, installments: 13, capture: 'yes' }),
        'payment_details.capture invalid_type',
        'payment_details.installments out_of_range',
        'payment_details.token invalid_type',
      ],
      [
        'no installments',
        () => paidBy('credit_card', { token: 'tok_visa', installments: 0 }),
        'payment_details.installments out_of_range',
      ],
    ]);
    it('refuses a token that nobody knows', async () => {
      const reply = await create(paidBy('credit_card', { token: 'tok_nobody' }));
      expect([reply.status, reply.body.error]).toEqual([422, 'invalid_token']);
      expect(reply.body.details).toEqual([expect.objectContaining({ field: 'payment_details.token' })]);
    });
  });

  describe('a Pix', () => {
    const [soon, never] = ['payment_details.expires_at', 'payment_details.expires_in'];
    itTakes([
      ['no validity', () => paidBy('pix', {})],
      ['a minute', () => paidBy('pix', { expires_in: 60 })],
      ['thirty days', () => paidBy('pix', { expires_in: 2_592_000 })],
      ['an instant in any zone', () => paidBy('pix', { expires_at: inMs(DAY_MS).replace('Z', '-03:00') })],
      ['one of both as null', () => paidBy('pix', { expires_in: null, expires_at: inMs(2 * MINUTE_MS) })],
    ]);
    itRefuses([
      ['less than a minute', () => paidBy('pix', { expires_in: 59 }), `${never} out_of_range`],
      ['more than thirty days', () => paidBy('pix', { expires_in: 2_592_001 }), `${never} out_of_range`],
      ['a text', () => paidBy('pix', { expires_in: '3600' }), `${never} invalid_type`],
      ['an instant that is too near', () => paidBy('pix', { expires_at: inMs(MINUTE_MS / 2) }), `${soon} out_of_range`],
      ['an instant that is too far', () => paidBy('pix', { expires_at: inMs(31 * DAY_MS) }), `${soon} out_of_range`],
      ['an instant that has passed', () => paidBy('pix', { expires_at: inMs(-1) }), `${soon} out_of_range`],
      ['no zone', () => paidBy('pix', { expires_at: inMs(DAY_MS).slice(0, 19) }), `${soon} invalid_format`],
      ['no time', () => paidBy('pix', { expires_at: inMs(DAY_MS).slice(0, 10) }), `${soon} invalid_format`],
      ['no day of the calendar', () => paidBy('pix', { expires_at: '2027-02-30T00:00:00Z' }), `${soon} invalid_format`],
      ['a number', () => paidBy('pix', { expires_at: 1_800_000_000 }), `${soon} invalid_type`],
      ['both at once', () => paidBy('pix', { expires_in: 60, expires_at: inMs(DAY_MS) }), `${soon} invalid_value`],
    ]);
  });

  describe('a boleto', () => {
    const due = 'payment_details.due_at';
    itTakes([
      ['no due date', () => paidBy('boleto', {})],
      ['today in São Paulo', () => paidBy('boleto', { due_at: today() })],
      ['a year ahead', () => paidBy('boleto', { due_at: addDays(today(), 365) })],
      ['instructions', () => paidBy('boleto', { instructions: 'ã'.repeat(255) })],
    ]);
    itRefuses([
      ['yesterday', () => paidBy('boleto', { due_at: addDays(today(), -1) }), `${due} out_of_range`],
      ['more than a year ahead', () => paidBy('boleto', { due_at: addDays(today(), 366) }), `${due} out_of_range`],
      ['no day of the calendar', () => paidBy('boleto', { due_at: '2027-02-30' }), `${due} invalid_format`],
      ['a Brazilian date', () => paidBy('boleto', { due_at: '20/11/2027' }), `${due} invalid_format`],
      [
        'an instant',
        () => paidBy('boleto', { due_at: inMs(DAY_MS) }),
        `${due} invalid_format`,
        `${due} invalid_length`,
      ],
      ['a number', () => paidBy('boleto', { due_at: 20_271_120 }), `${due} invalid_type`],
      [
        'instructions without end',
        () => paidBy('boleto', { instructions: 'x'.repeat(256) }),
        'payment_details.instructions invalid_length',
      ],
    ]);
  });

  describe('splits', () => {
    itTakes([
      ['none', () => splitBy()],
      ['all of it', () => splitBy(mine({ amount: 100 }))],
      ['hundredths of a percent', () => splitBy(mine({ amount: 33.33 }))],
      ['the least there is', () => splitBy(mine({ amount: 0.01 }))],
      ['one centavo', () => splitBy(mine({ type: 'flat', amount: 1 }))],
    ]);
    itRefuses([
      ['thousandths of a percent', () => splitBy(mine({ amount: 33.333 })), 'splits.0.amount invalid_value'],
      ['more than a hundred percent', () => splitBy(mine({ amount: 100.01 })), 'splits.0.amount out_of_range'],
      ['no percent', () => splitBy(mine({ amount: 0 })), 'splits.0.amount out_of_range'],
      ['less than nothing', () => splitBy(mine({ amount: -5 })), 'splits.0.amount out_of_range'],
      ['a part of a centavo', () => splitBy(mine({ type: 'flat', amount: 10.5 })), 'splits.0.amount invalid_value'],
      [
        'a flat amount above 10^12',
        () => splitBy(mine({ type: 'flat', amount: 1e12 + 1 })),
        'splits.0.amount out_of_range',
      ],
      ['a text', () => splitBy(mine({ amount: '10' })), 'splits.0.amount invalid_type'],
      ['no amount', () => splitBy(mine({ amount: null })), 'splits.0.amount required'],
      ['another unit', () => splitBy(mine({ type: 'share' })), 'splits.0.type invalid_value'],
      [
        'a recipient that is no id',
        () => splitBy(split({ recipient_id: 'me' })),
        'splits.0.recipient_id invalid_format',
      ],
      ['a line that is none', () => splitBy('all'), 'splits invalid_type'],
      [
        'two lines for the remainder',
        () => splitBy(mine({ charge_remainder: true }), split({ charge_remainder: true })),
        'splits invalid_value',
      ],
      [
        'everything that is wrong with every line',
        () => splitBy(mine({ amount: 101, liable: 1 }), split({ type: 'flat', amount: 0.5 })),
        'splits.0.amount out_of_range',
        'splits.0.liable invalid_type',
        'splits.1.amount invalid_value',
      ],
    ]);
    it('refuses more than twenty lines', async () => {
      const lines = Array.from({ length: 21 }, () => mine({ amount: 1 }));
      expect(await brokenBy(splitBy(...lines))).toEqual(['splits invalid_length']);
    });
  });
});
