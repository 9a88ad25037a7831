import type { SubmerchantStanding, WalletRecord } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { startTestDatabase, type TestDatabase } from '@centavo/testing';
import { ledgerService } from '../ledger.service.js';
import { FollowSubmerchants } from './follow-submerchants.js';
import { OpenWallet } from './open-wallet.js';

const aSubmerchant = (traits: Partial<SubmerchantStanding> = {}): SubmerchantStanding => ({
  id: newId(),
  merchant_id: newId(),
  wallet_id: newId(),
  status: 'pending',
  sequence: 1,
  ...traits,
});

describe('when submerchants change, the ledger', () => {
  let database: TestDatabase;
  let ledger: PostgresDatabase;
  let submerchants: FollowSubmerchants;
  let wallets: OpenWallet;
  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    ledger = await database.database('ledger');
    wallets = new OpenWallet(ledger);
    submerchants = new FollowSubmerchants(ledger, wallets);
  });
  afterAll(() => database.close());

  const walletsOf = ({ merchant_id }: SubmerchantStanding) =>
    ledger.query<WalletRecord>('SELECT * FROM published_wallets WHERE merchant_id = $1 ORDER BY id', [merchant_id]);
  const statusOf = async ({ id }: SubmerchantStanding) =>
    (await ledger.query('SELECT owner_status, owner_sequence FROM wallets WHERE owner_id = $1', [id]))[0];

  it('opens the wallet of one that is new', async () => {
    const submerchant = aSubmerchant();
    await submerchants.follow([submerchant]);
    expect(await walletsOf(submerchant)).toEqual([
      {
        id: submerchant.wallet_id,
        merchant_id: submerchant.merchant_id,
        owner_id: submerchant.id,
        owner_type: 'submerchant',
        currency: 'BRL',
        available_amount: 0n,
        pending_amount: 0n,
        blocked_amount: 0n,
      },
    ]);
  });

  it('opens one wallet each however often and from however many sides it hears of them', async () => {
    const merchant_id = newId();
    const heard = Array.from({ length: 20 }, () => aSubmerchant({ merchant_id }));
    await Promise.all([
      submerchants.follow([...heard, ...heard]),
      submerchants.follow(heard.toReversed()),
      ...heard.map((one) => submerchants.follow([one])),
    ]);
    expect((await walletsOf(heard[0]!)).map(({ owner_id }) => owner_id).toSorted()).toEqual(
      heard.map(({ id }) => id).toSorted(),
    );
    const [accounts] = await ledger.query<{ count: bigint }>(
      'SELECT count(*) FROM accounts a JOIN wallets w ON w.id = a.wallet_id WHERE w.merchant_id = $1',
      [merchant_id],
    );
    expect(accounts).toEqual({ count: 60n });
  });

  it('keeps the status that was entered last, in whatever order it hears of them', async () => {
    const submerchant = aSubmerchant();
    const approved = { ...submerchant, status: 'approved', sequence: 2 } as const;
    const suspended = { ...submerchant, status: 'suspended', sequence: 3 } as const;
    await submerchants.follow([suspended, submerchant]);
    await submerchants.follow([approved]);
    expect(await statusOf(submerchant)).toEqual({ owner_status: 'suspended', owner_sequence: 3 });
    expect(await walletsOf(submerchant)).toHaveLength(1);
  });

  it('keeps the status with a wallet that was opened before the submerchant was heard of', async () => {
    const submerchant = aSubmerchant({ status: 'approved' });
    const { wallet_id: id, merchant_id: merchantId, id: ownerId } = submerchant;
    await wallets.open({ id, merchantId, ownerId, ownerType: 'submerchant' });
    await submerchants.follow([submerchant]);
    expect(await statusOf(submerchant)).toEqual({ owner_status: 'approved', owner_sequence: 1 });
  });

  it("refuses what names another owner's wallet", async () => {
    const submerchant = aSubmerchant();
    await submerchants.follow([submerchant]);
    await expect(submerchants.follow([aSubmerchant({ wallet_id: submerchant.wallet_id })])).rejects.toThrow(
      'belongs to another owner',
    );
  });
});
