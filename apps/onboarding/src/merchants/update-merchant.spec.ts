import type { Answer, Merchant, UpdateMerchantDto } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION, InProcessBus, type ReceivedMessage } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { Metrics, newId } from '@centavo/runtime';
import { startService, type RunningApp } from '@centavo/service';
import {
  eventually,
  silentLogger,
  startTestDatabase,
  testClock,
  testSettings,
  type TestDatabase,
} from '@centavo/testing';
import { onboardingService } from '../onboarding.service.js';

const OPERATOR = { operator: 'operator:00000000', idempotency: null };

describe('Updating a merchant', () => {
  let testDatabase: TestDatabase;
  let database: PostgresDatabase;
  let bus: InProcessBus;
  let service: RunningApp;
  const events: ReceivedMessage<{ sequence: number; data: Merchant }>[] = [];

  beforeAll(async () => {
    testDatabase = await startTestDatabase([onboardingService], { shared: [BUS_TABLES_MIGRATION] });
    database = await testDatabase.database('onboarding');
    bus = new InProcessBus({ logger: silentLogger });
    const settings = testSettings({ CRYPTO_WITHDRAWALS: 'true' });
    const platform = { settings, bus, database, logger: silentLogger, clock: testClock(), metrics: new Metrics() };
    service = await startService(onboardingService, platform);
    await bus.subscribe({
      group: 'listener',
      topics: ['onboarding.events'],
      handlers: [{ kind: 'single', pattern: '*', handle: async (message) => void events.push(message as never) }],
      deadLetters: { add: async () => undefined },
    });
  });
  afterAll(async () => {
    await service.stop();
    await bus.close();
    await testDatabase.close();
  });

  async function send<Data>(type: string, key: string, payload: object): Promise<Answer<Data>> {
    const [id, value] = [newId(), JSON.stringify(payload)];
    return (await bus.request(
      { topic: 'onboarding.commands', id, type, key, value, headers: {} },
      60_000,
    )) as Answer<Data>;
  }

  async function newMerchant(): Promise<Merchant> {
    const answer = await send<{ merchant: Merchant }>('merchants.create', newId(), {
      ...OPERATOR,
      audit_call_id: newId(),
      merchant_id: newId(),
      wallet_id: newId(),
      body: { name: 'Loja', legal_name: 'Loja Ltda', tax_id: '11222333000181', email: 'a@loja.example' },
    });
    if (!answer.ok) throw new Error(answer.error);
    return answer.data.merchant;
  }

  const update = (merchantId: string, body: UpdateMerchantDto, auditCallId = newId()) =>
    send<Merchant>('merchants.update', merchantId, {
      ...OPERATOR,
      audit_call_id: auditCallId,
      merchant_id: merchantId,
      body,
    });

  const eventsOf = (merchantId: string) =>
    events.filter(({ key }) => key === merchantId).map(({ type, payload }) => [type, payload.sequence] as const);

  const effectsOn = (merchantId: string) =>
    database.query(`SELECT call_id, action, details FROM audit_effects WHERE resource_id = $1 ORDER BY id`, [
      merchantId,
    ]);

  it('tells the platform what happened, each time with the next sequence', async () => {
    const { id } = await newMerchant();
    await update(id, { fees: { pix: { bps: 1, fixed: 2 } } });
    await update(id, { status: 'suspended', withdrawal_methods: ['pix'] });
    await update(id, { status: 'active' });
    await eventually(() =>
      expect(eventsOf(id)).toEqual([
        ['merchant.active', 1],
        ['merchant.updated', 2],
        ['merchant.suspended', 3],
        ['merchant.active', 4],
      ]),
    );
    const suspended = events.find(({ key, type }) => key === id && type === 'merchant.suspended')!;
    expect(suspended.payload.data).toMatchObject({
      status: 'suspended',
      withdrawal_methods: ['pix'],
      fees: { pix: { bps: 1, fixed: 2 } },
    });
  });

  it('keeps what was before and after, with the call that changed it', async () => {
    const { id, fees } = await newMerchant();
    const call = newId();
    await update(id, { fees: { boleto: { bps: 0, fixed: 200 } } }, call);
    expect((await effectsOn(id)).slice(1)).toEqual([
      {
        call_id: call,
        action: 'merchant.updated',
        details: { before: { fees }, after: { fees: { ...fees, boleto: { bps: 0, fixed: 200 } } } },
      },
    ]);
  });

  it('takes the command of a gateway from before the audit log, which names no call', async () => {
    const { id } = await newMerchant();
    const body = { status: 'suspended' };
    const answer = await send<Merchant>('merchants.update', id, { ...OPERATOR, merchant_id: id, body });
    expect(answer).toMatchObject({ ok: true, data: { status: 'suspended' } });
    expect(await effectsOn(id)).toHaveLength(1);
  });

  it('does nothing when nothing changes: no event, no effect, no new date', async () => {
    const merchant = await newMerchant();
    expect(await update(merchant.id, { status: 'active', fees: merchant.fees })).toMatchObject({ data: merchant });
    expect(await effectsOn(merchant.id)).toHaveLength(1);
    await update(merchant.id, { status: 'suspended' });
    await eventually(() =>
      expect(eventsOf(merchant.id)).toEqual([
        ['merchant.active', 1],
        ['merchant.suspended', 2],
      ]),
    );
  });

  it('loses none of two changes that are made at once', async () => {
    const { id } = await newMerchant();
    await Promise.all([
      update(id, { fees: { pix: { bps: 11, fixed: 0 } } }),
      update(id, { fees: { debit_card: { bps: 22, fixed: 0 } } }),
    ]);
    const [merchant] = await database.query<Merchant>(`SELECT * FROM published_merchants WHERE id = $1`, [id]);
    expect(merchant!.fees).toMatchObject({ pix: { bps: 11 }, debit_card: { bps: 22 } });
  });

  it('takes crypto where the deployment has it', async () => {
    const { id } = await newMerchant();
    expect(await update(id, { withdrawal_methods: ['crypto', 'pix'] })).toMatchObject({
      data: { withdrawal_methods: ['pix', 'crypto'] },
    });
  });
});
