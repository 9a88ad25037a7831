import { formatCountdown } from '../../format/countdown.js';
import type { Notice } from '../../payment/stage.js';
import type { Text } from '../../text/text.js';
import { useCheckout } from '../checkout-context.js';
import type { Form } from './use-form.js';

export interface NoticeLineProps {
  readonly notice: Notice | null;
  readonly form: Form;
}

/** Why nothing was paid, right above the button that was to pay. */
export function NoticeLine({ notice, form: { isChecked, problems } }: NoticeLineProps) {
  const { text } = useCheckout();
  const hasProblems = isChecked && Object.keys(problems).length > 0;
  const said = hasProblems ? text.notices.check_fields : sayNotice(notice, text);
  return (
    <p class="notice" role="alert">
      {said}
    </p>
  );
}

function sayNotice(notice: Notice | null, { notices }: Text): string {
  // Its problems have been put right since.
  if (notice === null || notice.kind === 'check_fields') return '';
  return notice.kind === 'wait' ? notices.wait(formatCountdown(notice.untilMs - Date.now())) : notices[notice.kind];
}
