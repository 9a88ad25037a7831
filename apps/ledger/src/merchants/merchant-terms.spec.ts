import {
  DEFAULT_ANTICIPATION,
  DEFAULT_FEES,
  DEFAULT_WITHDRAWAL_METHODS,
  type EventPayload,
  type Merchant,
  type WalletRecord,
} from '@centavo/contracts';
import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { startTestDatabase, type TestDatabase } from '@centavo/testing';
import { merchantEvent } from '../fixtures/merchant-event.js';
import { ledgerService } from '../ledger.service.js';
import { OpenWallet } from '../wallets/open-wallet.js';
import { merchantTermsOf } from './merchant-terms.js';
import { MerchantsController } from './merchants.controller.js';

describe('the terms of merchants', () => {
  let database: TestDatabase;
  let ledger: PostgresDatabase;
  let merchants: MerchantsController;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    ledger = await database.database('ledger');
    merchants = new MerchantsController(ledger, new OpenWallet(ledger));
  });

  afterAll(() => database.close());

  it('are the defaults until something was heard', async () => {
    expect(await merchantTermsOf(ledger, newId())).toEqual({
      withdrawalMethods: DEFAULT_WITHDRAWAL_METHODS,
      withdrawalFees: DEFAULT_FEES.withdrawal,
      anticipation: DEFAULT_ANTICIPATION,
    });
  });

  it('are those of the latest event, in whatever order and however often they come', async () => {
    const first = merchantEvent();
    const later: EventPayload<Merchant> = {
      ...first,
      event: 'merchant.updated',
      sequence: 2,
      data: { ...first.data, withdrawal_methods: ['ted'] },
    };
    await merchants.updated(later);
    await merchants.active(first);
    await merchants.updated(later);
    expect((await merchantTermsOf(ledger, first.data.id)).withdrawalMethods).toEqual(['ted']);
  });

  it('come with a wallet', async () => {
    const event = merchantEvent();
    await merchants.active(event);
    const found = await ledger.query<WalletRecord>('SELECT * FROM published_wallets WHERE merchant_id = $1', [
      event.data.id,
    ]);
    expect(found).toMatchObject([
      { id: event.data.wallet_id, owner_id: event.data.id, owner_type: 'merchant', available_amount: 0n },
    ]);
  });
});
