import { movementKindOf } from './movement-kind.domain.js';

describe('an event of a charge', () => {
  it.each([
    ['charge.captured', 'capture_at_once', 'capture'],
    ['charge.captured', 'pay', 'capture'],
    ['charge.captured', 'capture', 'capture'],
    ['charge.captured', 'win_dispute', 'chargeback_won'],
    ['charge.partially_refunded', 'refund_part', 'refund'],
    ['charge.partially_refunded', 'win_dispute_after_refund', 'chargeback_won'],
    ['charge.refunded', 'refund', 'refund'],
    ['charge.chargeback', 'charge_back', 'chargeback'],
    ['charge.dispute_lost', undefined, 'chargeback_lost'],
  ])('%s by %s is a %s', (type, trigger, kind) => {
    expect(movementKindOf(type, trigger)).toBe(kind);
  });

  it.each([
    ['without a trigger', 'charge.captured', undefined],
    ['with an empty trigger', 'charge.captured', ''],
    ['with an unknown trigger', 'charge.captured', 'capture_again'],
    ['with the name of something every object has', 'charge.captured', 'toString'],
    ['with a trigger that leads elsewhere', 'charge.captured', 'refund'],
    ['with a trigger that moves no money', 'charge.voided', 'void'],
  ])('%s is no movement that could be guessed', (_, type, trigger) => {
    expect(() => movementKindOf(type, trigger)).toThrow(type);
  });
});
