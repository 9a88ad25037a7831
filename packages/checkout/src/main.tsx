import { render } from 'preact';
import { CheckoutApi } from './api/checkout-api.js';
import { linkPathOf } from './api/link-path.js';
import { ServerClock } from './api/server-clock.js';
import { AttemptStore, dropOldAttempts } from './attempts/attempt-store.js';
import { oneAtATime } from './attempts/one-at-a-time.js';
import { readCheckoutData } from './checkout-data.js';
import { CustomerMemory } from './form/remembered-customer.js';
import { createFormats } from './format/formats.js';
import { createCardTokens } from './payment/card-tokens.js';
import { Payment } from './payment/payment.js';
import './styles/index.css';
import { textIn } from './text/text.js';
import { App } from './views/app.js';

const data = readCheckoutData(document);
const linkPath = linkPathOf(location.pathname, data.linkId);
const clock = new ServerClock();
const storage = storageOrNull(() => localStorage);
const store = new AttemptStore(data.linkId, storage);
dropOldAttempts(storage, Date.now());

const payment = new Payment({
  api: new CheckoutApi(linkPath, (date) => clock.observe(date)),
  store,
  oneAtATime: oneAtATime(store.name, navigator.locks),
  tokenizeCard: createCardTokens(location.origin + linkPath, data.isSandbox),
  isUsable: data.isUsable,
  isHidden: () => document.hidden,
  reload: () => location.reload(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

// Before the first paint: who has begun to pay does not see the form again.
void payment.resume();

const checkout = {
  data,
  payment,
  text: textIn(data.language),
  formats: createFormats(data.language),
  nowMs: () => clock.nowMs(),
};
const memory = new CustomerMemory(storageOrNull(() => sessionStorage));
const root = document.getElementById('app')!;
root.replaceChildren();
render(<App checkout={checkout} memory={memory} />, root);

addEventListener('storage', ({ key }) => {
  if (key === store.name) void payment.resume();
});
addEventListener('online', () => payment.wake());
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) payment.wake();
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) payment.wake();
});

/** Browsers that keep nothing for the page throw already when they are asked for the storage. */
function storageOrNull(storage: () => Storage): Storage | null {
  try {
    return storage();
  } catch {
    return null;
  }
}
