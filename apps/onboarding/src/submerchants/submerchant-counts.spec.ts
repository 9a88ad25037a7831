import { ENTITY_TYPES, SUBMERCHANT_STATUSES, type EntityType, type SubmerchantStatus } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aPersonBody, aSubmerchantBody, runs } from '@centavo/testing';
import fc from 'fast-check';
import { anOperator, startOnboarding, type OnboardingFixture } from '../testing/onboarding-fixture.js';

interface Seller {
  readonly entityType: EntityType;
  /** What is decided on it, possible or not. */
  readonly decisions: readonly SubmerchantStatus[];
  readonly becomes: EntityType | undefined;
}

const aSeller: fc.Arbitrary<Seller> = fc.record({
  entityType: fc.constantFrom(...ENTITY_TYPES),
  decisions: fc.array(fc.constantFrom(...SUBMERCHANT_STATUSES), { maxLength: 4 }),
  becomes: fc.constantFrom(undefined, ...ENTITY_TYPES),
});

const bodyOf = (entityType: EntityType) => (entityType === 'pf' ? aPersonBody() : aSubmerchantBody());

describe('The counts of submerchants', () => {
  let onboarding: OnboardingFixture;
  beforeAll(async () => {
    onboarding = await startOnboarding();
  });
  afterAll(() => onboarding.stop());

  async function live(merchantId: string, { entityType, decisions, becomes }: Seller): Promise<void> {
    const submerchant_id = newId();
    const mine = { merchant_id: merchantId, submerchant_id, idempotency: null };
    await onboarding.send('submerchants.create', { ...mine, wallet_id: newId(), body: bodyOf(entityType) });
    for (const status of decisions)
      await onboarding.send('submerchants.review', { ...anOperator(), submerchant_id, body: { status } });
    if (becomes)
      await onboarding.send('submerchants.update', {
        ...mine,
        body: { entity_type: becomes, tax_id: bodyOf(becomes).tax_id },
      });
  }

  const counted = (sql: string, merchantId: string) =>
    onboarding.database.query(`SELECT entity_type, status, ${sql} GROUP BY 1, 2 ORDER BY 1, 2`, [merchantId]);

  it('are those of the submerchants, whatever becomes of them and however many are registered at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aSeller, { maxLength: 12 }), async (sellers) => {
        const merchantId = await onboarding.aMerchant();
        await Promise.all(sellers.map((seller) => live(merchantId, seller)));
        const rows = await counted('count(*) FROM submerchants WHERE merchant_id = $1', merchantId);
        const sums = await counted(
          'sum(count)::bigint AS count FROM published_submerchant_counts WHERE owner_id = $1',
          merchantId,
        );
        expect(sums.filter(({ count }) => count !== 0n)).toEqual(rows);
      }),
      runs(15),
    );
    expect(await onboarding.deadLetters()).toEqual([]);
  });
});
