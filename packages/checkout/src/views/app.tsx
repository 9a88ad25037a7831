import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isCard } from '../api/charge.js';
import type { CheckoutData } from '../checkout-data.js';
import type { CustomerMemory } from '../form/remembered-customer.js';
import { EMPTY_FORM, type FormValues } from '../form/fields.js';
import { offeredMethods } from '../form/offered-methods.js';
import type { Stage } from '../payment/stage.js';
import { CheckoutProvider, type Checkout } from './checkout-context.js';
import { useStage } from './hooks.js';
import { Protection, Summary } from './summary.js';
import { STAGE_TITLE_ID } from './stage-title.js';
import { StageView } from './stage-view.js';

export interface AppProps {
  readonly checkout: Checkout;
  readonly memory: CustomerMemory;
}

export function App({ checkout, memory }: AppProps) {
  const { data, payment } = checkout;
  const stage = useStage(payment);
  const [values, setValues] = useState<FormValues>(() => ({ ...formFor(data), ...memory.recall() }));

  useFocusOnStage(stage);
  useEffect(() => {
    memory.follow(stage, values);
    // There is a charge: nobody needs the card any more.
    if ('charge' in stage) setValues((kept) => ({ ...kept, number: '', expiry: '', cvv: '' }));
  }, [stage.name]);

  const payAsSomebodyElse = () => {
    memory.forget();
    setValues(formFor(data));
    payment.disown();
  };
  return (
    <CheckoutProvider value={{ ...checkout, payAsSomebodyElse }}>
      <div class={`page page-${stage.name}`}>
        <Summary />
        <main class="panel">
          <StageView stage={stage} values={values} onChange={setValues} />
        </main>
        {stage.name === 'form' && values.method !== null && isCard(values.method) && <Protection />}
      </div>
    </CheckoutProvider>
  );
}

/** With nothing asked yet that the link has answered already. */
function formFor({ allowedPaymentMethods }: CheckoutData): FormValues {
  const [onlyMethod, ...others] = offeredMethods(allowedPaymentMethods);
  return { ...EMPTY_FORM, method: others.length === 0 ? (onlyMethod ?? null) : null };
}

/** Who cannot see that the page has changed is taken to its new title. When it has just been opened, the focus is the reader's own. */
function useFocusOnStage(stage: Stage): void {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    const title = document.getElementById(STAGE_TITLE_ID);
    if (!isFirst.current && !(stage.name === 'form' && stage.notice)) title?.focus();
    isFirst.current = false;
  }, [stage.name]);
}
