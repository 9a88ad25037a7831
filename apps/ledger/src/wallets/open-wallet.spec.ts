import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { startTestDatabase, type TestDatabase } from '@centavo/testing';
import { ledgerService } from '../ledger.service.js';
import { FollowSubmerchants } from './follow-submerchants.js';
import { OpenWallet } from './open-wallet.js';
import { WalletsController } from './wallets.controller.js';

describe('opening a wallet', () => {
  let database: TestDatabase;
  let ledger: PostgresDatabase;
  let wallets: WalletsController;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    ledger = await database.database('ledger');
    const openWallet = new OpenWallet(ledger);
    wallets = new WalletsController(openWallet, new FollowSubmerchants(ledger, openWallet));
  });

  afterAll(() => database.close());

  it('answers an empty wallet in reais', async () => {
    const open = command();
    expect(await wallets.open(open)).toMatchObject({
      ok: true,
      data: {
        id: open.wallet_id,
        owner_id: open.owner_id,
        owner_type: 'merchant',
        currency: 'BRL',
        available_amount: 0,
        pending_amount: 0,
        blocked_amount: 0,
      },
    });
  });

  it('answers the same wallet again, whatever id the second asks for', async () => {
    const open = command();
    const first = await wallets.open(open);
    expect(await wallets.open(open)).toEqual(first);
    expect(await wallets.open({ ...open, wallet_id: newId() })).toEqual(first);
  });

  it('opens one wallet when many ask at once', async () => {
    const open = command();
    const answers = await Promise.all(Array.from({ length: 10 }, () => wallets.open({ ...open, wallet_id: newId() })));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    const [count] = await ledger.query<{ accounts: bigint }>(
      `SELECT count(*) AS accounts FROM accounts a JOIN wallets w ON w.id = a.wallet_id WHERE w.owner_id = $1`,
      [open.owner_id],
    );
    expect(count).toEqual({ accounts: 3n });
  });

  it('refuses an id that is another owner’s wallet', async () => {
    const open = command();
    await wallets.open(open);
    await expect(wallets.open({ ...command(), wallet_id: open.wallet_id })).rejects.toThrow('belongs to another owner');
  });
});

const command = () => {
  const ownerId = newId();
  return { wallet_id: newId(), merchant_id: ownerId, owner_id: ownerId, owner_type: 'merchant' as const };
};
