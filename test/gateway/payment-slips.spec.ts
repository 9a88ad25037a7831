import type { BoletoPaymentDetails, Charge, PaymentMethod, PixPaymentDetails } from '@centavo/contracts';
import { aChargeBodyBy } from '@centavo/testing';
import { OPERATOR, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';
const PNG_SIGNATURE = '89504e470d0a1a0a';

const pathsOf = (id: string) => [`/pix/${id}/qr-code.png`, `/boletos/${id}`];

describe('Payment slips', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform();
    shop = await platform.http.createMerchant();
  });
  afterAll(() => platform.stop());

  async function charge(method: PaymentMethod): Promise<Charge> {
    const { status, body } = await platform.http.post<Charge>('/v1/charges', shop.credentials, aChargeBodyBy(method));
    expect([status, body.data.status]).toEqual([201, 'pending']);
    return body.data;
  }

  /** The links are made of `PUBLIC_URL`; the server of this test has a port of its own. */
  const follow = (link: string | null) => fetch(platform.http.baseUrl + new URL(link!).pathname);

  it('of a Pix charge are its QR code, at the address that the charge tells', async () => {
    const { payment_details } = await charge('pix');
    const reply = await follow((payment_details as PixPaymentDetails).qr_code_url);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(reply.headers.get('cache-control')).toMatch(/^public, max-age=\d+, immutable$/);
    expect(Buffer.from(await reply.arrayBuffer()).toString('hex', 0, 8)).toBe(PNG_SIGNATURE);
  });

  it('of a boleto charge are a page without scripts, at the address that the charge tells', async () => {
    const { id, payment_details } = await charge('boleto');
    const { url, barcode } = payment_details as BoletoPaymentDetails;
    const reply = await follow(url);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    const page = await reply.text();
    for (const text of [id, barcode!, 'Maria Silva', 'R$\u00a0100,00']) expect(page).toContain(text);
  });

  it('of one method are none of another', async () => {
    const [card, pix, boleto] = [await charge('credit_card'), await charge('pix'), await charge('boleto')];
    const paths = [...pathsOf(card.id), pathsOf(pix.id)[1]!, pathsOf(boleto.id)[0]!];
    for (const path of paths) {
      const reply = await platform.http.get(path);
      expect([reply.status, reply.body.error]).toEqual([404, 'charge_not_found']);
    }
  });

  it.each(pathsOf(UNKNOWN_ID))('are not found at %s, and no cache is told to keep that', async (path) => {
    const reply = await platform.http.get(path);
    expect([reply.status, reply.body.error]).toEqual([404, 'charge_not_found']);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(reply.headers.get('cache-control')).toBeNull();
  });

  it.each(pathsOf('7'))('have no address like %s', async (path) => {
    const reply = await platform.http.get(path);
    expect([reply.status, reply.body.error]).toEqual([400, 'invalid_uuid']);
  });

  it.each(pathsOf(UNKNOWN_ID))('at %s do not care for credentials', async (path) => {
    expect((await platform.http.get(path, OPERATOR)).status).toBe(404);
  });

  it('are in the OpenAPI document with their content types and without security', () => {
    const { paths } = platform.gateway.openApi();
    const operations = pathsOf('{id}').map((path) => paths[path]!.get!);
    const contentOf = (status: string) =>
      operations.map(({ responses }) => Object.keys((responses[status] as { content: object }).content));
    expect(contentOf('200')).toEqual([['image/png'], ['text/html']]);
    expect(contentOf('404')).toEqual([['application/json'], ['application/json']]);
    expect(operations.map(({ security }) => security)).toEqual([[], []]);
  });
});
