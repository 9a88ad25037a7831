import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findCluster } from '@centavo/persistence';
import { freePorts } from '../../scripts/lib/ports.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';
import { Books } from '../support/books.js';
import { expectNothingLostOrDoubled } from '../support/nothing-lost.js';
import { openShop } from '../support/open-shop.js';
import { unacknowledged } from '../support/shop.js';
import { freePlace, StandaloneProcess, type StandaloneOptions } from '../support/standalone-process.js';

const ORDERS_PER_SECOND = 100;
const TEST_TIMEOUT_MS = 300_000;

describe('The platform in one process', () => {
  let options: StandaloneOptions;
  let standalone: StandaloneProcess;
  const closing: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    options = await freePlace('standalone');
    standalone = await StandaloneProcess.start(options);
  }, TEST_TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all(closing.map((witness) => witness.close()));
    await standalone.process.stop();
    await rm(options.dataDir, { recursive: true, force: true });
  }, TEST_TIMEOUT_MS);

  /** Starts another one that is expected to give up. @returns its exit code and what it said */
  async function startInVain(changes: Partial<StandaloneOptions>): Promise<[number | null, string]> {
    const [port, opsPort] = (await freePorts(2)) as [number, number];
    const other = StandaloneProcess.launch({ ...options, port, opsPort, ...changes });
    const { code } = await other.process.exit;
    return [code, other.output];
  }

  it(
    'says which port is taken',
    async () => {
      const dataDir = await temporaryFolder('standalone');
      const [code, output] = await startInVain({ dataDir, port: options.port });
      expect(code).toBe(1);
      expect(output).toContain(`Port ${options.port} is taken: stop what uses it, or choose another with PORT.`);
      expect(await findCluster(join(dataDir, 'postgres'))).toBeUndefined();
      await rm(dataDir, { recursive: true, force: true });
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'says that its folder is in use, and leaves the other in peace',
    async () => {
      const [code, output] = await startInVain({});
      expect(code).toBe(1);
      expect(output).toMatch(/is in use by another running Centavo\. Stop it, or give this one another DATA_DIR/);
      expect((await fetch(`${standalone.baseUrl}/health`)).status).toBe(200);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'loses nothing and doubles nothing when it is killed amid payments, and again when it is told to stop',
    async () => {
      const { baseUrl } = standalone;
      const { shop, postbacks } = await openShop({ baseUrl, merchant: await standalone.merchant() });
      closing.push(postbacks);
      const sale = shop.sell('standalone', ORDERS_PER_SECOND);
      await sale.acknowledges(ORDERS_PER_SECOND);
      await standalone.process.kill();
      standalone = await StandaloneProcess.start(options);
      await sale.acknowledges(sale.orders.length + 1);

      standalone.process.signal('SIGTERM');
      expect(await standalone.process.exit).toMatchObject({ code: 0 });
      standalone = await StandaloneProcess.start(options);
      expect(unacknowledged(await sale.stop())).toEqual([]);

      const books = await Books.open(await standalone.adminUrl());
      closing.push(books);
      await expectNothingLostOrDoubled({ shop, books, postbacks });
    },
    TEST_TIMEOUT_MS,
  );
});
