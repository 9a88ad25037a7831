import { hasCode, type Charge } from '../../api/charge.js';
import type { Leaving } from '../../payment/stage.js';
import { useCheckout } from '../checkout-context.js';
import { Sending } from '../sending.js';
import { BoletoWaiting } from './boleto-waiting.js';
import { PixWaiting } from './pix-waiting.js';

export interface WaitingProps {
  readonly charge: Charge;
  readonly isOffline: boolean;
  readonly leaving: Leaving;
}

/** There is a charge, and it has not been paid yet. */
export function Waiting({ charge, isOffline, leaving }: WaitingProps) {
  const { text } = useCheckout();
  return (
    <>
      <p class="offline" role="status">
        {isOffline ? text.waiting.offline : ''}
      </p>
      <Means charge={charge} leaving={leaving} />
    </>
  );
}

function Means({ charge, leaving }: Pick<WaitingProps, 'charge' | 'leaving'>) {
  const { text } = useCheckout();
  if (charge.payment_method === 'pix' && hasCode(charge)) return <PixWaiting charge={charge} leaving={leaving} />;
  if (charge.payment_method === 'boleto' && hasCode(charge)) return <BoletoWaiting charge={charge} leaving={leaving} />;
  const isCode = charge.payment_method === 'pix' || charge.payment_method === 'boleto';
  return <Sending method={charge.payment_method} note={isCode ? undefined : text.sending.bank} />;
}
