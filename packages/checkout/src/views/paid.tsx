import { useEffect, useState } from 'preact/hooks';
import type { Charge } from '../api/charge.js';
import { brandName } from '../format/brand-names.js';
import { redirectUrlWith } from '../format/redirect-url.js';
import type { Text } from '../text/text.js';
import { useCheckout } from './checkout-context.js';
import { CheckIcon } from './icons.js';
import { SomebodyElse } from './somebody-else.js';
import { Message } from './stage-title.js';

export function Paid({ charge, isFresh }: { readonly charge: Charge; readonly isFresh: boolean }) {
  const { text, formats, data, payment } = useCheckout();
  const backUrl = redirectUrlWith(charge.id, charge.redirect_url ?? data.redirectUrl);
  return (
    <Message mood="good" icon={<CheckIcon />} title={text.paid.title}>
      <p>{text.paid.body(formats.money(charge.amount), data.merchantName)}</p>
      <dl class="receipt">
        <Line term={text.paid.method}>{meansOf(charge, text)}</Line>
        <Line term={text.paid.date}>{formats.dateTime(charge.created_at)}</Line>
        <Line term={text.paid.chargeId}>
          <span class="code">{charge.id}</span>
        </Line>
      </dl>
      {backUrl !== null && <BackToShop url={backUrl} isByItself={isFresh} />}
      {data.isUsable && !isFresh && (
        <button type="button" class="plain" onClick={() => payment.startOver()}>
          {text.paid.again}
        </button>
      )}
      <SomebodyElse note={text.somebodyElse.paid} keep={text.paid.stay} />
    </Message>
  );
}

const Line = ({ term, children }: { readonly term: string; readonly children: preact.ComponentChildren }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

function meansOf(charge: Charge, { methods, paid }: Text): string {
  if (charge.payment_method === 'pix' || charge.payment_method === 'boleto')
    return methods.names[charge.payment_method];
  const { brand, last_four_digits } = charge.payment_details;
  const card = paid.card(brandName(brand), last_four_digits);
  return charge.installments > 1 ? `${card}, ${paid.installments(charge.installments)}` : card;
}

const SECONDS_TO_READ = 10;

/**
 * The way back to the merchant: by itself after some seconds, unless the payer says stay. A receipt that was found when the page was
 * opened stays, or the browser's back button would throw everybody out again.
 */
function BackToShop({ url, isByItself }: { readonly url: string; readonly isByItself: boolean }) {
  const { text } = useCheckout();
  const [secondsLeft, setSecondsLeft] = useState(isByItself ? SECONDS_TO_READ : null);
  useEffect(() => {
    if (secondsLeft === null) return;
    if (secondsLeft === 0) return location.assign(url);
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000);
    return () => clearTimeout(timer);
  }, [secondsLeft, url]);
  return (
    <>
      <a class="button primary" href={url}>
        {text.paid.back}
      </a>
      {secondsLeft !== null && (
        <p class="quiet small">
          {text.paid.redirecting(secondsLeft)}{' '}
          <button type="button" class="link" onClick={() => setSecondsLeft(null)}>
            {text.paid.stay}
          </button>
        </p>
      )}
    </>
  );
}
