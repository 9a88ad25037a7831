import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useCheckout } from './checkout-context.js';

export const STAGE_TITLE_ID = 'stage-title';

/** The title of what the page shows now; the browser's title says it too. */
export function StageTitle({ children }: { readonly children: string }) {
  const { data } = useCheckout();
  useEffect(() => {
    document.title = `${children} · ${data.merchantName}`;
  }, [children, data.merchantName]);
  return (
    <h2 id={STAGE_TITLE_ID} class="stage-title" tabIndex={-1}>
      {children}
    </h2>
  );
}

export type Mood = 'good' | 'bad' | 'calm';

/** A stage that is a message: a sign, a title and what to do. */
export function Message({
  mood,
  icon,
  title,
  children,
}: {
  readonly mood: Mood;
  readonly icon: ComponentChildren;
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="message">
      <div class={`sign sign-${mood}`}>{icon}</div>
      <StageTitle>{title}</StageTitle>
      {children}
    </section>
  );
}
