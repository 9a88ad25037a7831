import { commandsOf, type Answer, type CommandName, type Commands } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION, InProcessBus, type ReceivedMessage } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { Clock, Metrics, newId, SystemClock } from '@centavo/runtime';
import { startService } from '@centavo/service';
import { silentLogger, startTestDatabase, testSettings } from '@centavo/testing';
import { onboardingService } from '../onboarding.service.js';

const REPLY_TIMEOUT_MS = 60_000;

/** Sends a command. @param key commands of one key are carried out in order, others at once; by default each has its own */
type Send = <Name extends CommandName>(
  name: Name,
  payload: Commands[Name]['payload'],
  key?: string,
) => Promise<Answer<Commands[Name]['data']>>;

/** The service, on a database and a bus of its own. */
export interface OnboardingFixture {
  readonly database: PostgresDatabase;
  readonly bus: InProcessBus;
  /** What it has told the platform so far. */
  readonly events: readonly ReceivedMessage[];
  /** Why it set messages aside that it could not handle. */
  deadLetters(): Promise<string[]>;
  readonly send: Send;
  /** @returns the id of a new merchant */
  aMerchant(): Promise<string>;
  stop(): Promise<void>;
}

/** What every command of an operator carries beside its body. */
export const anOperator = () => ({ operator: 'operator:00000000', audit_call_id: newId(), idempotency: null });

/** @param clock the service's; by default the machine's */
export async function startOnboarding(clock: Clock = new SystemClock()): Promise<OnboardingFixture> {
  const testDatabase = await startTestDatabase([onboardingService], { shared: [BUS_TABLES_MIGRATION] });
  const database = await testDatabase.database('onboarding');
  const bus = new InProcessBus({ logger: silentLogger });
  const service = await startService(onboardingService, {
    settings: testSettings(),
    bus,
    database,
    logger: silentLogger,
    clock,
    metrics: new Metrics(),
  });
  const events: ReceivedMessage[] = [];
  await bus.subscribe({
    group: 'listener',
    topics: ['onboarding.events'],
    handlers: [{ kind: 'single', pattern: '*', handle: async (message) => void events.push(message) }],
    deadLetters: { add: ({ reason }) => Promise.reject(new Error(reason)) },
  });

  const send: Send = async <Name extends CommandName>(
    type: Name,
    payload: Commands[Name]['payload'],
    key = newId(),
  ) => {
    const [topic, value] = [commandsOf('onboarding'), JSON.stringify(payload)];
    const answer = await bus.request({ topic, id: newId(), type, key, value, headers: {} }, REPLY_TIMEOUT_MS);
    return answer as Answer<Commands[Name]['data']>;
  };

  return {
    database,
    bus,
    events,
    deadLetters: async () => {
      const letters = await database.query<{ reason: string }>('SELECT reason FROM dead_letters');
      return letters.map(({ reason }) => reason);
    },
    send,
    aMerchant: async () => {
      const merchantId = newId();
      const body = { name: 'Loja', legal_name: 'Loja Ltda', tax_id: '11222333000181', email: 'a@loja.example' };
      await send('merchants.create', { ...anOperator(), merchant_id: merchantId, wallet_id: newId(), body });
      return merchantId;
    },
    stop: async () => {
      await service.stop();
      await bus.close();
      await testDatabase.close();
    },
  };
}
