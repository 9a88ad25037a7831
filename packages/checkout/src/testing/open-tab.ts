import { AttemptStore, type KeyValueStorage } from '../attempts/attempt-store.js';
import { oneAtATime } from '../attempts/one-at-a-time.js';
import type { TokenizeCard } from '../payment/card-tokens.js';
import { Payment } from '../payment/payment.js';
import type { Stage } from '../payment/stage.js';
import { LINK_ID } from './a-link.js';
import type { FakeLink } from './fake-link.js';
import { MemoryStorage } from './memory-storage.js';

export interface Tab {
  readonly payment: Payment;
  readonly store: AttemptStore;
  /** How often the page asked for itself again. */
  readonly reloads: () => number;
  /** Waits until the payer is at a stage. */
  readonly at: <Name extends Stage['name']>(name: Name) => Promise<Extract<Stage, { name: Name }>>;
}

export interface TabOptions {
  /** Of the browser: tabs with the same one see each other's attempts. */
  readonly storage?: KeyValueStorage;
  readonly isUsable?: boolean;
  readonly tokenizeCard?: TokenizeCard;
  /** How long it waits for another tab. */
  readonly patienceMs?: number;
}

/** The page in a tab, without a browser. It never waits between two tries. */
export function openTab(link: FakeLink, options: TabOptions = {}): Tab {
  const { storage = new MemoryStorage(), isUsable = true, tokenizeCard = async () => 'tok_card' } = options;
  const store = new AttemptStore(LINK_ID, storage);
  let reloads = 0;
  const payment = new Payment({
    api: link,
    store,
    oneAtATime: oneAtATime(store.name, navigator.locks, options.patienceMs),
    tokenizeCard,
    isUsable,
    isHidden: () => false,
    reload: () => (reloads += 1),
    pause: () => Promise.resolve(),
    pollDelayMs: () => 0,
  });
  return { payment, store, reloads: () => reloads, at: (name) => stageOf(payment, name) };
}

function stageOf<Name extends Stage['name']>(payment: Payment, name: Name): Promise<Extract<Stage, { name: Name }>> {
  return new Promise((resolve) => {
    const look = () => {
      if (payment.stage.name !== name) return;
      unsubscribe();
      resolve(payment.stage as Extract<Stage, { name: Name }>);
    };
    const unsubscribe = payment.subscribe(look);
    look();
  });
}
