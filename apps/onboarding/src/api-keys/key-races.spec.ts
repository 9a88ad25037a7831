import { DEFAULT_FEES, type ApiKey } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { eventually, lockWaiters } from '@centavo/testing';
import { anOperator, startOnboarding, type OnboardingFixture } from '../testing/onboarding-fixture.js';

let onboarding: OnboardingFixture;
let merchantId: string;
beforeAll(async () => {
  onboarding = await startOnboarding();
});
beforeEach(async () => {
  merchantId = await onboarding.aMerchant();
});
afterAll(() => onboarding.stop());

async function newKey(): Promise<ApiKey> {
  const command = { merchant_id: merchantId, api_key_id: newId(), idempotency: null, body: { name: 'k' } };
  const answer = await onboarding.send('api-keys.create', command);
  if (!answer.ok) throw new Error(`refused: ${answer.error}`);
  return answer.data;
}

const shut = (apiKeyId: string) =>
  onboarding.send('api-keys.update', {
    merchant_id: merchantId,
    api_key_id: apiKeyId,
    idempotency: null,
    body: { is_active: false },
  });

const reprice = () => {
  const body = { fees: { pix: { ...DEFAULT_FEES.pix, fixed: 7 } } };
  return onboarding.send('merchants.update', { ...anOperator(), merchant_id: merchantId, body });
};

const waiting = (count: number) =>
  eventually(async () => {
    expect(await lockWaiters(onboarding.database)).toBe(count);
  });

/** How often transactions have to be begun anew while something is done, because others were in their way. */
async function retriesOf(work: () => Promise<unknown>): Promise<number> {
  const { database } = onboarding;
  const transaction = database.transaction.bind(database);
  let retries = 0;
  database.transaction = <Result>(inside: (open: Transaction) => Promise<Result>) => {
    let attempts = 0;
    return transaction((open) => {
      if (attempts++ > 0) retries++;
      return inside(open);
    });
  };
  await work().finally(() => (database.transaction = transaction));
  return retries;
}

const lastUse = async (id: string) => {
  const [key] = await onboarding.database.query<{ last_used_at: Date | null }>(
    `SELECT last_used_at FROM published_api_keys WHERE id = $1`,
    [id],
  );
  return key!.last_used_at?.toISOString() ?? null;
};

it("A key that is changed while its merchant is re-priced is in nobody's way", async () => {
  const key = await newKey();
  const retries = await retriesOf(async () => {
    const changes = await onboarding.database.transaction(async (holder) => {
      await holder.query('SELECT FROM access_version FOR UPDATE');
      const repriced = reprice();
      await waiting(1);
      const isShut = shut(key.id);
      await waiting(2);
      return [repriced, isShut];
    });
    expect(await Promise.all(changes)).toMatchObject([{ ok: true }, { ok: true, data: { is_active: false } }]);
  });
  expect(retries).toBe(0);
});

describe('The use of a key that is just being changed', () => {
  const usedAt = '2026-01-01T12:00:00.000Z';

  it('is recorded when the change is done, and those of other keys before', async () => {
    const [changing, idle] = [await newKey(), await newKey()];
    const uses = [changing, idle].map(({ id }) => ({ api_key_id: id, used_at: usedAt }));
    const recorded = await onboarding.database.transaction(async (holder) => {
      await holder.query(`UPDATE api_keys SET name = 'changing' WHERE id = $1`, [changing.id]);
      const answer = onboarding.send('api-keys.record-use', { uses });
      await eventually(async () => expect(await lastUse(idle.id)).toBe(usedAt));
      return [answer];
    });
    expect(await Promise.all(recorded)).toMatchObject([{ ok: true }]);
    expect(await lastUse(changing.id)).toBe(usedAt);
  });
});

it('has sent nothing to the dead letters', async () => {
  expect(await onboarding.deadLetters()).toEqual([]);
});
