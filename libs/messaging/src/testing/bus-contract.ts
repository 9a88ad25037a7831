import type { BusFixture } from './bus-fixture.js';
import { describeBatches } from './contract/batches.js';
import { describeDelivery } from './contract/delivery.js';
import { describeFailures } from './contract/failures.js';
import { describeRequests } from './contract/requests.js';
import { describeStopping } from './contract/stopping.js';

/**
 * What every adapter of the bus promises.
 * @param open makes a bus, or a way to a broker, for one run of the suite
 */
export function describeBus(name: string, open: () => Promise<BusFixture>): void {
  describe(`${name} keeps the bus's promises`, () => {
    let fixture: BusFixture;
    const current = (): BusFixture => fixture;

    beforeAll(async () => {
      fixture = await open();
    });
    afterAll(() => fixture.close());

    describeDelivery(current);
    describeFailures(current);
    describeBatches(current);
    describeRequests(current);
    describeStopping(current);
  });
}
