import type { FormValues } from '../form/fields.js';
import type { Stage } from '../payment/stage.js';
import { Ended } from './ended.js';
import { PaymentForm } from './form/payment-form.js';
import { Paid } from './paid.js';
import { Sending } from './sending.js';
import { Unavailable } from './unavailable.js';
import { Unsure } from './unsure.js';
import { Waiting } from './waiting/waiting.js';

export interface StageViewProps {
  readonly stage: Stage;
  readonly values: FormValues;
  readonly onChange: (values: FormValues) => void;
}

export function StageView({ stage, values, onChange }: StageViewProps) {
  switch (stage.name) {
    case 'form':
      return <PaymentForm notice={stage.notice} found={stage.problems} values={values} onChange={onChange} />;
    case 'sending':
      return <Sending method={stage.method} isSlow={stage.isSlow} />;
    case 'unsure':
      return <Unsure untilMs={stage.untilMs} />;
    case 'waiting':
      return <Waiting {...stage} />;
    case 'paid':
      return <Paid charge={stage.charge} isFresh={stage.isFresh} />;
    case 'ended':
      return <Ended charge={stage.charge} values={values} onChange={onChange} />;
    case 'unavailable':
      return <Unavailable />;
  }
}
