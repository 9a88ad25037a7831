import { readFile, writeFile } from 'node:fs/promises';
import { tablesIn, withTables } from './testing/markdown-tables.js';
import { WorkedExample, type Table } from './testing/worked-example.js';

/** With UPDATE_EXAMPLE=1 in the environment the tables of the page are written anew. */
const PAGE = new URL('../../../docs/ledger.md', import.meta.url);

/** Carries out a chapter of the example, and notes what it comes to. */
async function tell(
  name: string,
  chapter: (example: WorkedExample, note: (step: string) => Promise<void>) => Promise<void>,
): Promise<Record<string, Table>> {
  const example = await WorkedExample.start();
  const tables: Record<string, Table> = {};
  try {
    await chapter(example, async (step) => {
      tables[`${step}, journal`] = await example.posted();
      tables[`${step}, receivables`] = await example.receivables();
    });
    tables[`${name}, balances`] = await example.balances();
    tables[`${name}, statement`] = await example.statement();
    expect(await example.verify()).toMatchObject({ ok: true, violations: [] });
  } finally {
    await example.stop();
  }
  return tables;
}

describe('the worked example of docs/ledger.md', () => {
  it('is what the ledger does, to the centavo', async () => {
    const tables = {
      ...(await tell('refund', async (example, note) => {
        await example.capture();
        await note('capture');
        await example.settleFirst();
        await note('settlement');
        await example.refund('4000');
        await note('refund');
        await example.chargeBack();
        await note('chargeback');
        await example.win();
        await note('chargeback won');
        await example.withdraw(2_000n);
        await note('withdrawal');
        await example.payOut(2_000n, 100n);
        await note('withdrawal paid');
        await example.adjust(150n);
        await note('adjustment');
      })),
      ...(await tell('paid early', async (example, note) => {
        await example.capture();
        await example.posted();
        await example.anticipate();
        await note('anticipation');
        await example.settleFirst();
        await note('settlement of anticipated');
        await example.chargeBack();
        await note('chargeback of anticipated');
        await example.lose();
        await note('chargeback lost');
      })),
    };
    if (process.env.UPDATE_EXAMPLE) await writeFile(PAGE, withTables(await readFile(PAGE, 'utf8'), tables));

    const shown = tablesIn(await readFile(PAGE, 'utf8'));
    expect(Object.keys(shown)).toEqual(expect.arrayContaining(['capture, journal', 'paid early, balances']));
    const carriedOut: Readonly<Record<string, Table>> = tables;
    for (const [name, table] of Object.entries(shown)) expect([name, table]).toEqual([name, carriedOut[name]]);
  });
});
