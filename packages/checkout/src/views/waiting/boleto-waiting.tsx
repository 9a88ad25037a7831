import { formatBoletoLine } from '@centavo/brazil';
import type { BoletoCharge } from '../../api/charge.js';
import { ownUrl } from '../../format/own-url.js';
import type { Leaving } from '../../payment/stage.js';
import { useCheckout } from '../checkout-context.js';
import { SomebodyElse } from '../somebody-else.js';
import { StageTitle } from '../stage-title.js';
import { CopyButton } from './copy-button.js';
import { Leave } from './leave.js';

export function BoletoWaiting({ charge, leaving }: { readonly charge: BoletoCharge; readonly leaving: Leaving }) {
  const { text, formats } = useCheckout();
  const { line, due_at } = charge.payment_details;
  const url = ownUrl(charge.payment_details.url, location.origin);
  return (
    <section class="code-stage">
      <StageTitle>{text.boleto.title}</StageTitle>
      <p>{text.boleto.body}</p>
      <dl class="receipt">
        <div>
          <dt>{text.boleto.dueAt}</dt>
          <dd>{formats.date(due_at)}</dd>
        </div>
        <div>
          <dt>{text.summary.total}</dt>
          <dd>{formats.money(charge.amount)}</dd>
        </div>
      </dl>
      <p class="field-label" id="boleto-line">
        {text.boleto.line}
      </p>
      <p class="code code-box" aria-labelledby="boleto-line">
        {formatBoletoLine(line!)}
      </p>
      <CopyButton value={line!} label={text.boleto.copy} done={text.boleto.copied} />
      {url !== null && (
        <a class="button secondary" href={url} target="_blank" rel="noopener">
          {text.boleto.slip} <span class="hidden">{text.boleto.newWindow}</span>
        </a>
      )}
      <p class="quiet">{text.boleto.later}</p>
      <Leave leaving={leaving} question={text.boleto.leaveQuestion} keep={text.boleto.keep} />
      <SomebodyElse note={text.somebodyElse.boleto} keep={text.boleto.keep} disabled={leaving === 'under way'} />
    </section>
  );
}
