import type { ComponentChildren } from 'preact';
import type { PaymentMethod } from '../api/charge.js';

/** Decoration: what an icon means stands beside it in words. */
const Icon = ({ children, name }: { readonly children: ComponentChildren; readonly name?: string }) => (
  <svg class={`icon ${name ?? ''}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    {children}
  </svg>
);

const CARD = (
  <Icon>
    <rect x="2.5" y="5" width="19" height="14" rx="2.5" />
    <path d="M2.5 10h19M6 15h4" />
  </Icon>
);

export const METHOD_ICONS: Readonly<Record<PaymentMethod, preact.JSX.Element>> = {
  pix: (
    <Icon>
      <path d="m12 2.8 3.7 3.7a4 4 0 0 1 0 0L12 10.2 8.3 6.5ZM12 13.8l3.7 3.7L12 21.2l-3.7-3.7ZM2.8 12l3.7-3.7L10.2 12l-3.7 3.7ZM13.8 12l3.7-3.7 3.7 3.7-3.7 3.7Z" />
    </Icon>
  ),
  credit_card: CARD,
  debit_card: CARD,
  boleto: (
    <Icon>
      <path d="M3 5v14M6.5 5v14M9.5 5v14M14 5v14M17 5v14M21 5v14" />
    </Icon>
  ),
};

export const LockIcon = () => (
  <Icon>
    <rect x="5" y="10.5" width="14" height="10" rx="2" />
    <path d="M8 10.5V7.5a4 4 0 0 1 8 0v3" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon name="icon-check">
    <path d="m5.5 12.5 4.3 4.3 8.7-9.3" />
  </Icon>
);

export const CrossIcon = () => (
  <Icon>
    <path d="m7 7 10 10M17 7 7 17" />
  </Icon>
);

export const ClockIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5.2l3.3 2" />
  </Icon>
);

export const CopyIcon = () => (
  <Icon>
    <rect x="8.5" y="8.5" width="12" height="12" rx="2" />
    <path d="M15.5 8.5v-3a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h3" />
  </Icon>
);
