import { useState } from 'preact/hooks';
import { useCheckout } from './checkout-context.js';

export interface SomebodyElseProps {
  /** What becomes of what is forgotten. */
  readonly note: string;
  readonly keep: string;
  readonly disabled?: boolean;
}

/** For the next one at a shared computer: the form, empty. What was begun is forgotten here, and ends nowhere. */
export function SomebodyElse({ note, keep, disabled = false }: SomebodyElseProps) {
  const { text, payAsSomebodyElse } = useCheckout();
  const [isAsked, setIsAsked] = useState(false);
  if (!isAsked) {
    return (
      <button type="button" class="plain" disabled={disabled} onClick={() => setIsAsked(true)}>
        {text.somebodyElse.offer}
      </button>
    );
  }
  return (
    <div class="leave" role="group" aria-label={text.somebodyElse.offer}>
      <p role="status">{note}</p>
      <div class="choices">
        <button type="button" class="secondary" onClick={() => setIsAsked(false)}>
          {keep}
        </button>
        <button type="button" class="secondary" disabled={disabled} onClick={payAsSomebodyElse}>
          {text.somebodyElse.confirm}
        </button>
      </div>
    </div>
  );
}
