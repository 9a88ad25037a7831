import type { Charge, PaymentLink } from '@centavo/contracts';
import { aPaymentLinkBody } from '@centavo/testing';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../../packages/tokenizer/src/testing/chromium.js';
import { freePorts } from '../../../scripts/lib/ports.mjs';
import { CuttableLine } from '../../cuttable-line.js';
import type { TestMerchant } from '../../http-client.js';
import { startPlatform, type TestPlatform } from '../../platform.js';
import { Payer, type PayerOptions } from './payer.js';

/** How long the platform and a browser may take to start. */
export const STAGE_TIMEOUT_MS = 120_000;

/** The whole platform, a shop that has payment links, and payers with browsers, who come by a line that can be cut. */
export class CheckoutStage {
  readonly #payers: Payer[] = [];

  private constructor(
    readonly platform: TestPlatform,
    readonly shop: TestMerchant,
    readonly line: CuttableLine,
    private readonly browser: Browser,
  ) {}

  static async start(): Promise<CheckoutStage> {
    const [port] = (await freePorts(1)) as [number];
    const line = await CuttableLine.to(`http://127.0.0.1:${port}/`);
    const publicUrl = new URL(line.through(`http://127.0.0.1:${port}/`)).origin;
    const platform = await startPlatform({
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      // All payers of a test share one address.
      CHECKOUT_ATTEMPTS_PER_MINUTE: '1000',
    });
    const shop = await platform.http.createMerchant('Ateliê da Nina');
    return new CheckoutStage(platform, shop, line, await launchChromium());
  }

  async aLink(fields: Parameters<typeof aPaymentLinkBody>[0] = {}): Promise<PaymentLink> {
    const body = aPaymentLinkBody(fields);
    const reply = await this.platform.http.post<PaymentLink>('/v1/payment-links', this.shop.credentials, body);
    if (reply.status !== 201) throw new Error(`no link: ${JSON.stringify(reply.body)}`);
    return reply.body.data;
  }

  async change({ id }: PaymentLink, body: object): Promise<void> {
    const reply = await this.platform.http.call('PATCH', `/v1/payment-links/${id}`, {
      as: this.shop.credentials,
      body,
    });
    if (reply.status !== 200) throw new Error(`not changed: ${JSON.stringify(reply.body)}`);
  }

  /** A payer with a browser that nobody has used before, in front of a link. */
  async arrive(link: PaymentLink, options: PayerOptions = {}): Promise<Payer> {
    const payer = await Payer.with(this.browser, new URL(link.checkout_url).origin, options);
    this.#payers.push(payer);
    await payer.open(link);
    return payer;
  }

  /** The charges of a link, the oldest first, as the merchant sees them. */
  async chargesOf(link: PaymentLink): Promise<Charge[]> {
    const rows = await this.platform
      .database('payments')
      .query<{ id: string }>('SELECT id FROM charges WHERE payment_link_id = $1 ORDER BY id', [link.id]);
    return Promise.all(
      rows.map(async ({ id }) => {
        const { body } = await this.platform.http.get<Charge>(`/v1/charges/${id}`, this.shop.credentials);
        return body.data;
      }),
    );
  }

  /** What a bank or time does elsewhere, to the last charge of a link. */
  async sandbox(link: PaymentLink, action: 'pay' | 'expire'): Promise<void> {
    const { id } = (await this.chargesOf(link)).at(-1)!;
    const reply = await this.platform.http.post(
      `/sandbox/v1/charges/${id}/${action}`,
      this.shop.credentials,
      undefined,
    );
    if (reply.status !== 200) throw new Error(`not done: ${JSON.stringify(reply.body)}`);
  }

  /**
   * Lets the payers go.
   * @throws Error with what their browsers have done, or complained of, that they must not
   */
  async dismissPayers(): Promise<void> {
    const complaints = await Promise.all(this.#payers.splice(0).map((payer) => payer.leave()));
    if (complaints.flat().length > 0) throw new Error(complaints.flat().join('\n'));
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.line.cut();
    await this.platform.stop();
  }
}
