import type { Line } from './accounts.domain.js';
import { runBalances } from './running-balances.domain.js';

describe('running balances', () => {
  const accounts = new Map([
    ['a/pending', { id: 101n, balance: 500n, version: 7n }],
    ['b/pending', { id: 104n, balance: 0n, version: 0n }],
  ]);

  it('count on over the transactions, each account by itself', () => {
    const { entries, changed } = runBalances(
      [
        { id: 't1', lines: [pending('a', 100n), pending('b', -30n)] },
        { id: 't2', lines: [pending('a', -50n)] },
      ],
      accounts,
    );
    expect(
      entries.map(({ transactionId, line, balanceAfter, version }) => [transactionId, line, balanceAfter, version]),
    ).toEqual([
      ['t1', 1, 600n, 8n],
      ['t1', 2, -30n, 1n],
      ['t2', 1, 550n, 9n],
    ]);
    expect(changed).toEqual([
      { id: 101n, balance: 550n, version: 9n },
      { id: 104n, balance: -30n, version: 1n },
    ]);
  });

  it('are not kept for accounts of the platform', () => {
    const line: Line = { account: { kind: 'fees' }, amount: 3n, receivableId: 'r1' };
    expect(runBalances([{ id: 't1', lines: [line] }], accounts)).toEqual({
      entries: [
        {
          transactionId: 't1',
          line: 1,
          accountId: 3n,
          receivableId: 'r1',
          amount: 3n,
          balanceAfter: null,
          version: null,
          statement: null,
        },
      ],
      changed: [],
    });
  });

  it('need the account to be locked', () => {
    expect(() => runBalances([{ id: 't1', lines: [pending('c', 1n)] }], accounts)).toThrow(
      'account c/pending is not locked',
    );
  });
});

const pending = (ownerId: string, amount: bigint): Line => ({
  account: { kind: 'pending', ownerId },
  amount,
  receivableId: null,
});
