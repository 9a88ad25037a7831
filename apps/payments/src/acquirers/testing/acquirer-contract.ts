import type { AcquirerUnderTest } from './acquirer-under-test.js';
import { describeCards } from './contract/cards.js';
import { describeInvoices } from './contract/invoices.js';

/**
 * What every acquirer's adapter promises.
 * @param open connects one for one run of the suite
 */
export function describeAcquirer(name: string, open: () => Promise<AcquirerUnderTest>): void {
  describe(`${name} keeps an acquirer's promises`, () => {
    let subject: AcquirerUnderTest;
    const current = (): AcquirerUnderTest => subject;

    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());

    describeCards(current);
    describeInvoices(current);
  });
}
