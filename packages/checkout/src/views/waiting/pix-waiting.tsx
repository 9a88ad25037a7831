import type { PixCharge } from '../../api/charge.js';
import { formatCountdown } from '../../format/countdown.js';
import { ownUrl } from '../../format/own-url.js';
import type { Leaving } from '../../payment/stage.js';
import { useCheckout } from '../checkout-context.js';
import { useNowMs } from '../hooks.js';
import { SomebodyElse } from '../somebody-else.js';
import { StageTitle } from '../stage-title.js';
import { CopyButton } from './copy-button.js';
import { Leave } from './leave.js';

/** Beyond this a clock that counts seconds only makes people nervous. */
const COUNTED_MS = 24 * 60 * 60 * 1000;

export function PixWaiting({ charge, leaving }: { readonly charge: PixCharge; readonly leaving: Leaving }) {
  const { text, nowMs } = useCheckout();
  const { qr_code, expires_at } = charge.payment_details;
  const pictureUrl = ownUrl(charge.payment_details.qr_code_url, location.origin);
  const leftMs = Date.parse(expires_at) - useNowMs(nowMs);
  const isLate = leftMs <= 0;
  return (
    <section class="code-stage">
      <StageTitle>{text.pix.title}</StageTitle>
      <p class="live" role="status">
        <span class="pulse" />
        {isLate ? text.pix.late : text.pix.waiting}
      </p>
      {!isLate && (
        <>
          <Validity expiresAt={expires_at} leftMs={leftMs} />
          <div class="pix">
            {pictureUrl !== null && (
              <img class="qr-code" src={pictureUrl} width="232" height="232" alt={text.pix.qrCode} />
            )}
            <div class="pix-code">
              <p class="field-label" id="pix-code">
                {text.pix.code}
              </p>
              <p class="code code-box" aria-labelledby="pix-code">
                {qr_code}
              </p>
              <CopyButton value={qr_code!} label={text.pix.copy} done={text.pix.copied} />
            </div>
          </div>
          <ol class="steps">
            {text.pix.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <Leave leaving={leaving} question={text.pix.leaveQuestion} keep={text.pix.keep} />
          <SomebodyElse note={text.somebodyElse.pix} keep={text.pix.keep} disabled={leaving === 'under way'} />
        </>
      )}
    </section>
  );
}

function Validity({ expiresAt, leftMs }: { readonly expiresAt: string; readonly leftMs: number }) {
  const { text, formats } = useCheckout();
  if (leftMs > COUNTED_MS) return <p class="quiet">{text.pix.validUntil(formats.dateTime(expiresAt))}</p>;
  return (
    <p class="countdown">
      <span class="quiet">{text.pix.expiresIn}</span> <span role="timer">{formatCountdown(leftMs)}</span>
    </p>
  );
}
