import { useState } from 'preact/hooks';
import { useCheckout } from './checkout-context.js';
import { LockIcon } from './icons.js';

/** Who is paid, what for and how much. */
export function Summary() {
  const { data, text, formats } = useCheckout();
  const [hasCover, setHasCover] = useState(data.coverImageUrl !== null);
  return (
    <aside class="summary" aria-label={text.summary.label}>
      {data.isSandbox && <p class="sandbox">{text.summary.sandbox}</p>}
      {hasCover && <img class="cover" src={data.coverImageUrl!} alt="" onError={() => setHasCover(false)} />}
      <div class="summary-text">
        <p class="merchant">
          <span class="quiet">{text.summary.payTo}</span> <bdi>{data.merchantName}</bdi>
        </p>
        <h1 class="title">{data.title}</h1>
        {data.description !== null && <p class="description">{data.description}</p>}
        <p class="total">
          <span class="quiet">{text.summary.total}</span>
          <strong>{formats.money(data.amount)}</strong>
        </p>
        {data.isUsable && data.expiresAt !== null && (
          <p class="quiet small">{text.summary.validUntil(formats.dateTime(data.expiresAt))}</p>
        )}
      </div>
    </aside>
  );
}

export function Protection() {
  const { text } = useCheckout();
  return (
    <footer class="protection">
      <LockIcon />
      <p>{text.summary.protection}</p>
    </footer>
  );
}
