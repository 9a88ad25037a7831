import type { Charge, SubmerchantStanding, SubmerchantStatus } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aChargeCommand } from '../../testing/charge-command.js';
import { aSubmerchant } from '../../testing/onboarding-desk.js';
import { PaymentsFixture, type PaymentsInstance } from '../../testing/payments-fixture.js';
import { aKey, dataOf } from '../../testing/requests.js';

const splitOf = (recipient_id: string) => ({ recipient_id, type: 'percentage', amount: 30 }) as const;

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const onField = (code: string, field: string) => ({ code, options: { details: [{ field }] } });

describe('a charge that names submerchants', () => {
  const merchantId = newId();
  let fixture: PaymentsFixture;
  let payments: PaymentsInstance;
  beforeAll(async () => {
    fixture = await PaymentsFixture.start();
  });
  beforeEach(async () => {
    payments = await fixture.instance();
    fixture.onboarding.questions.length = 0;
  });
  afterAll(() => fixture.stop());

  const charge = (body: Parameters<typeof aChargeCommand>[0], idempotency = null as ReturnType<typeof aKey> | null) =>
    payments.createCharge.execute(aChargeCommand(body, { merchantId, idempotency }), {});
  const chargeFor = async ({ id }: SubmerchantStanding) => dataOf(await charge({ submerchant_id: id }));
  const heard = async (traits: Partial<SubmerchantStanding> = {}) => {
    const submerchant = fixture.onboarding.register(aSubmerchant({ merchant_id: merchantId, ...traits }));
    await payments.submerchants.keep([submerchant]);
    return submerchant;
  };

  it('is for its own submerchant, without asking anybody', async () => {
    const submerchant = await heard();
    const made = await chargeFor({ ...submerchant, id: submerchant.id.toUpperCase() });
    expect(made).toMatchObject({ merchant_id: merchantId, submerchant_id: submerchant.id });
    expect(fixture.onboarding.questions).toEqual([]);
  });

  it.each<[SubmerchantStatus]>([['pending'], ['in_review'], ['approved']])(
    'is made for one that is %s',
    async (status) => {
      const submerchant = await heard({ status });
      expect(await chargeFor(submerchant)).toMatchObject({ submerchant_id: submerchant.id });
    },
  );

  it.each<[SubmerchantStatus]>([['rejected'], ['suspended'], ['blocked']])(
    'is refused for one that is %s',
    async (status) => {
      const refused = await refusal(chargeFor(await heard({ status })));
      expect(refused).toMatchObject(onField('submerchant_not_active', 'submerchant_id'));
    },
  );

  it.each([
    ['nobody', async () => aSubmerchant()],
    ["another merchant's", () => heard({ merchant_id: newId() })],
    ['the merchant itself', async () => aSubmerchant({ id: merchantId })],
  ])('is refused for %s', async (_, someone) => {
    expect(await refusal(chargeFor(await someone()))).toMatchObject(onField('submerchant_not_found', 'submerchant_id'));
  });

  it('is made although nobody has told of the submerchant yet, and asks once', async () => {
    const submerchant = fixture.onboarding.register(aSubmerchant({ merchant_id: merchantId }));
    expect(await chargeFor(submerchant)).toMatchObject({ submerchant_id: submerchant.id });
    expect(await chargeFor(submerchant)).toMatchObject({ submerchant_id: submerchant.id });
    expect(fixture.onboarding.questions).toEqual([[submerchant.id]]);
  });

  it('is made although nobody has told yet that the submerchant may be charged for again', async () => {
    const suspended = await heard({ status: 'suspended' });
    fixture.onboarding.register({ ...suspended, status: 'approved', sequence: 2 });
    expect(await chargeFor(suspended)).toMatchObject({ submerchant_id: suspended.id });
  });

  it('is refused as soon as it has come that the submerchant was suspended', async () => {
    const submerchant = await heard();
    await chargeFor(submerchant);
    const suspended = fixture.onboarding.register({ ...submerchant, status: 'suspended', sequence: 2 });
    await payments.submerchants.keep([suspended]);
    expect(await refusal(chargeFor(submerchant))).toMatchObject({ code: 'submerchant_not_active' });
  });

  it('names every recipient that is neither the merchant nor its own', async () => {
    const [own, foreign] = [await heard({ status: 'blocked' }), await heard({ merchant_id: newId() })];
    const recipients = [own.id, merchantId, foreign.id, newId(), own.id];
    expect(await refusal(charge({ splits: recipients.map((id) => ({ ...splitOf(id), amount: 1 })) }))).toMatchObject({
      code: 'split_recipient_invalid',
      options: { details: [2, 3, 4].map((line) => ({ field: `splits.${line}.recipient_id` })) },
    });
  });

  it('tells on capture which wallets its submerchants have, and nothing when there are none', async () => {
    const [owner, recipient] = [await heard(), await heard()];
    const made = dataOf(await charge({ submerchant_id: owner.id, splits: [splitOf(recipient.id)] }));
    const plain = dataOf(await charge({}));
    await payments.settled();
    expect(JSON.parse(capturedHeaders(made).submerchantWallets!)).toEqual({
      [owner.id]: owner.wallet_id,
      [recipient.id]: recipient.wallet_id,
    });
    expect(capturedHeaders(plain)).not.toHaveProperty('submerchantWallets');
  });
  const capturedHeaders = ({ id }: Charge) =>
    fixture.events.find(({ key, type }) => key === id && type === 'charge.captured')!.headers;

  it('of a merchant alone looks at no submerchants', async () => {
    const unlocked = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const lock = fixture.database.transaction(async (transaction) => {
      await transaction.query('LOCK TABLE submerchants IN ACCESS EXCLUSIVE MODE');
      locked.resolve();
      await unlocked.promise;
    });
    await locked.promise;
    try {
      expect(await charge({ splits: [splitOf(merchantId)] })).toMatchObject({ ok: true });
      expect(await charge({})).toMatchObject({ ok: true });
    } finally {
      unlocked.resolve();
      await lock;
    }
  });

  it('waits for onboarding only where it has to, and is not refused for good while that is away', async () => {
    const [known, unheard] = [await heard(), fixture.onboarding.register(aSubmerchant({ merchant_id: merchantId }))];
    await fixture.onboarding.close();
    const request = aKey();
    const body = { submerchant_id: unheard.id };
    try {
      expect(await refusal(charge(body, request))).toMatchObject({ code: 'service_unavailable' });
      expect(await chargeFor(known)).toMatchObject({ submerchant_id: known.id });
    } finally {
      await fixture.onboarding.open(fixture.bus);
    }
    expect(dataOf(await charge(body, request))).toMatchObject({ submerchant_id: unheard.id });
  });
});
