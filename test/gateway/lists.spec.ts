import { addDays, saoPauloDateOf } from '@centavo/brazil';
import type { Charge } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aChargeBody, aChargeBodyBy } from '@centavo/testing';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { idAt, makePastCharges, putInStatus } from '../support/charge-history.js';

const HOUR_MS = 3_600_000;

describe('A list with a history', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  let history: string[];
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
    shop = await platform.http.createMerchant();
    history = await copyIntoThePast(await makeCharge(), 50);
  });
  afterAll(() => platform.stop());

  async function makeCharge(): Promise<string> {
    const { body } = await platform.http.post<Charge>('/v1/charges', shop.credentials, aChargeBody());
    return body.data.id;
  }

  /** Copies of a charge, an hour apart; ids newest first, the charge itself at the head. */
  async function copyIntoThePast(id: string, count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, (_, index) => idAt(Date.now() - (index + 1) * HOUR_MS));
    const copies = ids.map((copy) => ({ id: copy, created_at: madeAt(copy) }));
    await makePastCharges(platform.database('payments'), id, copies);
    return [id, ...ids];
  }

  const page = async (query: string) => {
    const { body } = await platform.http.get<Charge[]>(`/v1/charges?${query}`, shop.credentials);
    return { ids: body.data.map(({ id }) => id), ...body.pagination };
  };

  it('pages through all of it, newest first, without a gap or a repetition', async () => {
    const seen: string[] = [];
    for (let number = 1; number <= 6; number += 1) {
      const { ids, total, totalPages } = await page(`page=${number}&perPage=10`);
      expect([total, totalPages]).toEqual([51, 6]);
      seen.push(...ids);
    }
    expect(seen).toEqual(history);
  });

  it('counts what has joined since it was counted first', async () => {
    expect((await page('perPage=1')).total).toBe(51);
    const newest = await makeCharge();
    expect(await page('perPage=1')).toMatchObject({ ids: [newest], total: 52 });
  });

  it('counts each filter for itself, and what has moved to another status', async () => {
    expect((await page('perPage=1&payment_method=credit_card')).total).toBe(52);
    expect((await page('perPage=1&payment_method=pix')).total).toBe(0);
    const payments = platform.database('payments');
    await putInStatus(payments, history.slice(1, 11), 'expired');
    expect((await page('perPage=1&status=expired')).total).toBe(10);
    await putInStatus(payments, history.slice(1, 4), 'failed');
    expect((await page('perPage=1&status=expired')).total).toBe(7);
  });

  it('narrows by how a charge is paid and for whom', async () => {
    const { body } = await platform.http.post<Charge>('/v1/charges', shop.credentials, aChargeBodyBy('pix'));
    expect(await page('payment_method=pix')).toMatchObject({ ids: [body.data.id], total: 1 });
    expect((await page('payment_method=boleto')).total).toBe(0);
    const [submerchantId, id] = [newId(), newId()];
    const theirs = { id, submerchant_id: submerchantId, created_at: new Date() };
    await makePastCharges(platform.database('payments'), history[0]!, [theirs]);
    expect(await page(`submerchant_id=${submerchantId}`)).toMatchObject({ ids: [id], total: 1 });
    expect((await page(`submerchant_id=${submerchantId.toUpperCase()}&payment_method=pix`)).total).toBe(0);
  });

  it('takes a plain date for that day in São Paulo', async () => {
    const [oldest] = history.slice(-1);
    const { body } = await platform.http.get<Charge>(`/v1/charges/${oldest}`, shop.credentials);
    const day = saoPauloDateOf(new Date(body.data.created_at));
    expect((await page(`perPage=100&created_from=${day}&created_to=${day}`)).ids).toContain(oldest);
    expect((await page(`perPage=100&created_to=${addDays(day, -1)}`)).total).toBe(0);
  });

  it('narrows by when a charge was made', async () => {
    const at = new Date(Date.now() - 10.5 * HOUR_MS).toISOString();
    expect((await page(`perPage=100&created_to=${at}`)).total).toBe(40);
    expect(
      (await page(`perPage=100&created_from=${at}&created_to=${new Date(Date.now() - 0.5 * HOUR_MS).toISOString()}`))
        .total,
    ).toBe(10);
  });
});

const madeAt = (id: string): Date => new Date(parseInt(id.replace('-', '').slice(0, 12), 16));
