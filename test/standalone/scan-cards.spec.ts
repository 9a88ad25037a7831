import { appendFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Charge } from '@centavo/contracts';
import { aChargeBody, PostbackReceiver, TraceCollector } from '@centavo/testing';
import { freePorts } from '../../scripts/lib/ports.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';
import { HttpClient } from '../http-client.js';
import { Books } from '../support/books.js';
import { CARD, CardSender } from '../support/card-sender.js';
import { scanCards, type CardScan } from '../support/scan-cards.js';
import { StandaloneProcess } from '../support/standalone-process.js';

const TEST_TIMEOUT_MS = 300_000;
const CVV = '739';
/** A card that the platform has never seen. */
const PLANTED = '5555555555554444';
const SHOWN = '555555******4444 (mastercard)';
const SEARCHED = expect.stringMatching(/^\d+ files, \d{3} columns, 1 metrics endpoints$/) as string;
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('The card scanner, on a platform that has charged cards', () => {
  let dataDir: string;
  let logs: string;
  let opsPort: number;
  let standalone: StandaloneProcess;
  let books: Books;
  let collector: TraceCollector;
  const removals: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    dataDir = await temporaryFolder('scanned');
    logs = join(dataDir, 'logs');
    await mkdir(logs);
    collector = await TraceCollector.start();
    const ports = await freePorts(2);
    const port = ports[0]!;
    opsPort = ports[1]!;
    standalone = await StandaloneProcess.start({
      dataDir,
      port,
      opsPort,
      env: { LOG_LEVEL: 'debug', ...collector.environment },
      onLine: (line) => appendFileSync(join(logs, 'standalone.log'), `${line}\n`),
    });
    books = await Books.open(await standalone.adminUrl());
    await useCards();
    await keepTraces();
  }, TEST_TIMEOUT_MS);
  afterEach(() => Promise.all(removals.splice(0).map((remove) => remove())));
  afterAll(async () => {
    await books?.close();
    await standalone?.remove();
    await collector?.close();
  }, TEST_TIMEOUT_MS);

  /** As buyers and merchants do, the careless ones too. */
  async function useCards(): Promise<void> {
    const http = new HttpClient(standalone.baseUrl);
    const { public_key: publicKey, secret_key: secretKey } = await standalone.merchant();
    const shop = { publicKey, secretKey };
    const sender = await CardSender.start({ http }, { publicKey });
    const { body } = await sender.tokenize(CARD);
    const charge = (details: object) => http.post<Charge>('/v1/charges', shop, aChargeBody(details), PREFER_WAIT);
    const charged = await charge({ payment_details: { token: body.data.token } });
    expect(charged.body.data).toMatchObject({ status: 'captured' });
    const careless = [
      await charge({ payment_details: { token: CARD.number } }),
      await charge({ payment_details: { token: 'tok_visa', card: { ...CARD, cvv: CVV } } }),
      await sender.send({ ...CARD, cvv: CVV }),
      await sender.tokenize({ ...CARD, cvv: CVV }),
      await http.get(`/v1/charges/${CARD.number}`, shop),
      await http.get(`/v1/charges?page=${CARD.number}`, shop),
      await http.post('/v1/charges', shop, aChargeBody(), { 'idempotency-key': CARD.number }),
    ];
    // What the API does not know in a body it leaves out, and of an idempotency key it keeps a hash.
    expect(careless.map(({ status }) => status)).toEqual([422, 201, 422, 422, 400, 400, 201]);
  }

  /** All that the collector was sent, where the scanner looks: it has come when the trace of the last careless request has. */
  async function keepTraces(): Promise<void> {
    await collector.waitFor((spans) => spans.filter(({ name }) => name === 'POST /v1/charges').length === 4);
    await writeFile(join(logs, 'traces.jsonl'), collector.requests.map(({ body }) => body).join('\n'));
  }

  const scan = (...args: string[]): Promise<CardScan> =>
    scanCards(['--data-dir', dataDir, '--marker', CARD.number, '--cvv', CVV, ...args], opsPort);

  /** Runs statements now, and others after the test. */
  async function inDatabase(statement: string, removal: string): Promise<void> {
    await books.database.query(statement);
    removals.push(() => books.database.query(removal));
  }

  it(
    'finds nothing: numbers and security codes are nowhere but in the vault',
    async () => {
      const { code, lines } = await scan();
      expect(lines).toEqual([SEARCHED, expect.stringMatching(/^\d+ places scanned, 0 findings$/)]);
      expect(code).toBe(0);
    },
    TEST_TIMEOUT_MS,
  );

  async function finds(expected: string[], ...args: string[]): Promise<void> {
    const { code, lines } = await scan(...args);
    const summary = new RegExp(`^\\d+ places scanned, ${expected.length} findings$`);
    expect(lines).toEqual([...expected, SEARCHED, expect.stringMatching(summary)]);
    expect(code).toBe(1);
  }

  describe('finds a number', () => {
    it(
      'in a log, and the marker and its security code',
      async () => {
        const file = join(logs, 'planted.log');
        await writeFile(
          file,
          `{"msg":"ready"}\n{"msg":"paid with ${PLANTED}"}\n{"n":"4242 4242 4242 4242","x":"${CVV}"}\n`,
        );
        removals.push(() => rm(file));
        await finds([
          `${file}:2  card number ${SHOWN}, in clear`,
          `${file}:3  marker card 424242******4242, in clear`,
          `${file}:3  marker security code ***, in clear`,
        ]);
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'in a line of megabytes, wherever it is cut for the search',
      async () => {
        const file = join(logs, 'planted.log');
        // A number across each boundary of 64 KiB around the first megabyte; Hipercard's need no check digit.
        const numbers = Array.from({ length: 16 }, (_, index) => `606282${'0'.repeat(6)}${1_000 + index}`);
        const line = numbers.reduce((text, number, index) => text.padEnd((index + 10) * 65_536 - 8, 'x') + number, '');
        await writeFile(file, line);
        removals.push(() => rm(file));
        await finds(
          numbers.map((number) => `${file}:1  card number 606282******${number.slice(-4)} (hipercard), in clear`),
        );
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'in a table, in clear and as base64',
      async () => {
        await inDatabase(
          `INSERT INTO payments.dead_letters (id, message_id, consumer_group, topic, type, key, value, headers, reason, attempts)
           VALUES ('01902a3c-7b1e-7c3d-8e4f-5a6b7c8d9e0f', 'm', 'payments', 'payments.commands', 'charges.create', 'k',
                   '{"card":"${PLANTED}"}', '{"body":"${base64(`{"card":{"number":"${PLANTED}"}}`)}"}', 'planted', 1)`,
          `DELETE FROM payments.dead_letters`,
        );
        const row = '(01902a3c-7b1e-7c3d-8e4f-5a6b7c8d9e0f)';
        await finds([
          `payments.dead_letters.value ${row}  card number ${SHOWN}, in clear`,
          `payments.dead_letters.headers ${row}  card number ${SHOWN}, as base64`,
        ]);
      },
      TEST_TIMEOUT_MS,
    );

    it(
      "in the vault's tables, but not in its ciphertexts, and in the bytes of other schemas",
      async () => {
        await inDatabase('CREATE TABLE vault.planted (sealed bytea, note text)', 'DROP TABLE vault.planted');
        await inDatabase('CREATE TABLE ledger.planted (id int PRIMARY KEY, sealed bytea)', 'DROP TABLE ledger.planted');
        await books.database.query(`INSERT INTO vault.planted VALUES ('${PLANTED}', 'of ${PLANTED}')`);
        await books.database.query(`INSERT INTO ledger.planted VALUES (7, '\\x00ff'::bytea || '${PLANTED}'::bytea)`);
        await finds([
          `ledger.planted.sealed (7)  card number ${SHOWN}, in clear`,
          `vault.planted.note ((0,1))  card number ${SHOWN}, in clear`,
        ]);
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'in metrics',
      async () => {
        const endpoint = await PostbackReceiver.start();
        removals.push(() => endpoint.close());
        endpoint.answerWith({ status: 200, body: `# TYPE paid counter\npaid_total{card="${PLANTED}"} 1\n` });
        const url = endpoint.url('/metrics');
        await finds([`${url}:2  card number ${SHOWN}, in clear`], '--metrics', url);
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'in every row of a table, of which it shows the first ones',
      async () => {
        await inDatabase('CREATE TABLE ledger.planted (id int PRIMARY KEY, note text)', 'DROP TABLE ledger.planted');
        await books.database.query(
          `INSERT INTO ledger.planted SELECT n, '${PLANTED}' FROM generate_series(1, 500) AS n`,
        );
        const { code, lines } = await scan();
        expect(lines).toHaveLength(23);
        expect(lines.slice(-4)).toEqual([
          `ledger.planted.note (20)  card number ${SHOWN}, in clear`,
          'ledger.planted.note  and 480 more',
          SEARCHED,
          expect.stringMatching(/^\d+ places scanned, 500 findings$/),
        ]);
        expect(code).toBe(1);
      },
      TEST_TIMEOUT_MS,
    );
  });

  it.each<[string, readonly string[], string]>([
    ['what does not run', ['--data-dir', '/nowhere'], 'Nothing runs on /nowhere: start the platform first.'],
    ['a file that is not there', ['--logs', '/nowhere/x.log'], '/nowhere/x.log cannot be searched'],
    ['a broker that does not answer', ['--brokers', '127.0.0.1:1'], 'No Kafka broker answers at 127.0.0.1:1'],
    ['metrics that do not answer', ['--metrics', 'http://127.0.0.1:1/'], 'http://127.0.0.1:1/ does not answer'],
    ['a database that does not answer', ['--database', 'postgresql://127.0.0.1:1/x'], 'The database cannot be reached'],
    ['a marker that is no card number', ['--marker', '4242'], '--marker takes 13 to 19 digits.'],
  ])(
    'gives up on %s',
    async (_, args, complaint) => {
      const { code, lines } = await scanCards(args);
      expect(lines.join('\n')).toContain(complaint);
      expect(lines.join('\n')).not.toContain('places scanned');
      expect(code).toBe(1);
    },
    TEST_TIMEOUT_MS,
  );
});

const PREFER_WAIT = { prefer: 'wait=10' };
