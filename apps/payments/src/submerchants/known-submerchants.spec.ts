import type { SubmerchantStanding } from '@centavo/contracts';
import { eventually } from '@centavo/testing';
import { aSubmerchant } from '../testing/onboarding-desk.js';
import { PaymentsFixture } from '../testing/payments-fixture.js';
import type { KnownSubmerchants } from './known-submerchants.js';

describe('what payments knows of submerchants', () => {
  let fixture: PaymentsFixture;
  let known: KnownSubmerchants;
  let elsewhere: KnownSubmerchants;
  beforeAll(async () => {
    fixture = await PaymentsFixture.start();
    [known, elsewhere] = [(await fixture.instance()).submerchants, (await fixture.instance()).submerchants];
  });
  afterAll(() => fixture.stop());

  const find = async ({ id }: SubmerchantStanding, from = known) => (await from.find([id])).get(id);

  it('is what was heard last', async () => {
    const pending = aSubmerchant();
    await known.keep([pending]);
    expect(await find(pending)).toEqual(pending);
    const approved = { ...pending, status: 'approved', sequence: 2 } as const;
    await known.keep([approved]);
    expect(await find(pending)).toEqual(approved);
  });

  it.each([
    [
      'in a later batch',
      async (late: SubmerchantStanding, last: SubmerchantStanding) => {
        await known.keep([last]);
        await known.keep([late]);
      },
    ],
    ['in one batch', (late: SubmerchantStanding, last: SubmerchantStanding) => known.keep([last, late])],
    [
      'on another instance',
      async (late: SubmerchantStanding, last: SubmerchantStanding) => {
        await known.keep([last]);
        await elsewhere.keep([late]);
      },
    ],
  ])('does not go back when an older event comes %s', async (_, bring) => {
    const pending = aSubmerchant();
    const suspended = { ...pending, status: 'suspended', sequence: 3 } as const;
    await bring({ ...pending, status: 'approved', sequence: 2 }, suspended);
    expect(await find(suspended)).toEqual(suspended);
  });

  it('takes many at once, from two sides, in any order', async () => {
    const heard = Array.from({ length: 50 }, () => aSubmerchant());
    await Promise.all([known.keep(heard), elsewhere.keep(heard.toReversed())]);
    expect([...(await elsewhere.find(heard.map(({ id }) => id))).values()]).toEqual(heard);
  });

  it('leaves out who is unknown', async () => {
    expect(await known.find([aSubmerchant().id])).toEqual(new Map());
  });

  it('is a second old at most where another instance heard it', async () => {
    const approved = aSubmerchant({ status: 'approved' });
    await known.keep([approved]);
    expect(await find(approved, elsewhere)).toEqual(approved);
    await known.keep([{ ...approved, status: 'suspended', sequence: 2 }]);
    await eventually(async () => (await find(approved, elsewhere))?.status === 'suspended');
  });
});
