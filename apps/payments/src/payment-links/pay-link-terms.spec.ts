import { aPayLinkBody } from '@centavo/testing';
import { newId } from '@centavo/runtime';
import { aSubmerchant } from '../testing/onboarding-desk.js';
import { PaymentLinkDesk } from '../testing/payment-link-desk.js';
import { PaymentsFixture, type PaymentsInstance } from '../testing/payments-fixture.js';
import { aKey } from '../testing/requests.js';

let fixture: PaymentsFixture;
let payments: PaymentsInstance;
let desk: PaymentLinkDesk;

beforeAll(async () => {
  fixture = await PaymentsFixture.start();
});
beforeEach(async () => {
  payments = await fixture.instance();
  desk = new PaymentLinkDesk(fixture, payments);
});
afterAll(() => fixture.stop());

const HOUR_MS = 3_600_000;
const inMs = (ms: number): string => new Date(payments.clock.nowMs() + ms).toISOString();
const UNAVAILABLE = { ok: false, error: 'payment_link_unavailable' };

describe('A code that a payer asks for', () => {
  it('is valid as long as codes are, whatever he says', async () => {
    const link = await desk.open();
    const pix = await desk.paid(link, aPayLinkBody('pix', { payment_details: { expires_in: 2_592_000 } as object }));
    expect(pix.expires_at).toBe(inMs(HOUR_MS));
    const wishes = { due_at: '2099-12-31', instructions: 'LIGUE PARA NÓS' };
    const boleto = await desk.paid(link, aPayLinkBody('boleto', { payment_details: wishes as object }));
    const { details } = await fixture.chargeOf(boleto.id);
    expect(details.boleto).toMatchObject({ instructions: null, due_at: expect.not.stringMatching(/^2099/) });
  });

  it.each([
    ['no longer than the link, of a Pix', 600_000, 600_000],
    ['an hour, of a Pix of a link that lives longer', 2 * HOUR_MS, HOUR_MS],
    ['a minute at least, of a Pix of a link that is about to end', 5_000, 60_000],
  ])('is valid %s', async (_, linkMs, pixMs) => {
    const link = await desk.open({ expires_at: inMs(linkMs) });
    expect((await desk.paid(link, aPayLinkBody('pix'))).expires_at).toBe(inMs(pixMs));
  });
});

describe('A link whose merchant is suspended', () => {
  it('takes no payments, but who made one before hears of it again', async () => {
    const link = await desk.open({ max_uses: 2 });
    const request = aKey();
    const first = await desk.pay(link, aPayLinkBody('pix'), { request });
    const suspended = { merchantIsActive: false };
    expect(await desk.pay(link, aPayLinkBody('pix'), suspended)).toMatchObject(UNAVAILABLE);
    expect(await desk.pay(link, aPayLinkBody('pix'), { request, ...suspended })).toEqual({ ...first, replayed: true });
    expect(await desk.usesOf(link)).toEqual({ counted: 1, charged: 1 });
  });
});

describe('A link that is made under a key', () => {
  it('is answered again without asking for its submerchant, who may be gone', async () => {
    const seller = fixture.onboarding.register(aSubmerchant({ merchant_id: desk.merchantId }));
    const request = aKey(newId());
    const first = await desk.create({ submerchant_id: seller.id }, request);
    payments.submerchants.find = async () => {
      throw new Error('asked again');
    };
    expect(await desk.create({ submerchant_id: seller.id }, request)).toEqual({ ...first, replayed: true });
  });
});
