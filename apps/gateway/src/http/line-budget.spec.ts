import { LineBudget } from './line-budget.js';

describe('LineBudget', () => {
  it('lets so many through in a second, and says in the next how many it left out', () => {
    const budget = new LineBudget(2);

    expect(budget.take(1_000)).toEqual({ leftOut: 0 });
    expect(budget.take(1_500)).toEqual({ leftOut: 0 });
    expect([budget.take(1_600), budget.take(1_999)]).toEqual([undefined, undefined]);
    expect(budget.take(2_000)).toEqual({ leftOut: 2 });
    expect(budget.take(2_001)).toEqual({ leftOut: 0 });
  });
});
