import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Charge, PaymentLink } from '@centavo/contracts';
import { aPayLinkBody, PostbackReceiver } from '@centavo/testing';
import { HttpClient } from '../http-client.js';
import { freePlace, StandaloneProcess, type StandaloneOptions } from '../support/standalone-process.js';

const TEST_TIMEOUT_MS = 300_000;

describe('The payment link that npm start prints', () => {
  let options: StandaloneOptions;
  let standalone: StandaloneProcess;
  let receiver: PostbackReceiver;
  beforeAll(async () => {
    options = await freePlace('demo-link');
    receiver = await PostbackReceiver.start();
    standalone = await StandaloneProcess.start(options);
  }, TEST_TIMEOUT_MS);
  afterAll(async () => {
    await receiver?.close();
    await standalone?.remove();
  }, TEST_TIMEOUT_MS);

  const printedLink = (): string => /^ +(http:\/\/localhost:\d+\/pay\/\S+)$/m.exec(standalone.output)![1]!;
  const printedCommand = (): string => /^ +(curl -s -X POST .+\\\n.+)$/m.exec(standalone.output)![1]!;

  async function demoShop() {
    const { public_key: publicKey, secret_key: secretKey } = await standalone.merchant();
    return { http: new HttpClient(standalone.baseUrl), keys: { publicKey, secretKey } };
  }

  it(
    'is paid by Pix with the command beside it, and the postback arrives',
    async () => {
      const { http, keys } = await demoShop();
      const endpoint = { url: receiver.url(), events: ['charge.captured'] };
      expect((await http.post('/v1/postbacks/endpoints', keys, endpoint)).status).toBe(201);
      const { pathname } = new URL(printedLink());
      expect((await fetch(standalone.baseUrl + pathname)).status).toBe(200);
      const paying = await http.call<Charge>('POST', `${pathname}/charges`, { body: aPayLinkBody('pix') });
      expect(paying.status).toBe(201);
      const { stdout } = await promisify(execFile)('bash', ['-c', printedCommand()]);
      const { id } = paying.body.data;
      expect((JSON.parse(stdout) as { data: Charge }).data).toMatchObject({ id, status: 'captured' });
      const [postback] = await receiver.waitFor(1);
      const link = { payment_link_id: pathname.replace('/pay/', '') };
      expect(JSON.parse(postback!.body)).toMatchObject({ event: 'charge.captured', data: { id, ...link } });
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'is the same after a restart, as long as it can be paid',
    async () => {
      const first = printedLink();
      await standalone.process.stop();
      standalone = await StandaloneProcess.start(options);
      expect(printedLink()).toBe(first);
      const { http, keys } = await demoShop();
      const { body } = await http.get<PaymentLink[]>('/v1/payment-links', keys);
      expect(body.data.map(({ checkout_url }) => checkout_url)).toEqual([first]);
      await http.post(`/v1/payment-links/${body.data[0]!.id}/deactivate`, keys, undefined);
      await standalone.process.stop();
      standalone = await StandaloneProcess.start(options);
      expect(standalone.output).not.toContain('/pay/');
    },
    TEST_TIMEOUT_MS,
  );
});
