import type { ComponentChildren } from 'preact';
import type { Field } from '../../form/fields.js';
import { applyMask, maskOf } from '../../format/masks.js';
import { useCheckout } from '../checkout-context.js';
import type { Form } from './use-form.js';

interface InputKind {
  readonly inputMode?: 'text' | 'numeric' | 'email' | 'tel';
  readonly autoComplete?: string;
  readonly autoCapitalize?: 'characters' | 'words';
  readonly placeholder?: string;
  readonly maxLength?: number;
}

export interface TextFieldProps {
  readonly form: Form;
  readonly field: Field;
  readonly label: string;
  readonly hint?: string;
  /** What the browser may fill in, and which keyboard a phone shows. */
  readonly input: InputKind;
  /** Beside the label. */
  readonly aside?: ComponentChildren;
  /** Inside the field, at its end. */
  readonly mark?: ComponentChildren;
}

export function TextField({ form, field, label, hint, input, aside, mark }: TextFieldProps) {
  const { text } = useCheckout();
  const { values, problems } = form;
  const problem = problems[field];
  const [hintId, problemId] = [`${field}-hint`, `${field}-problem`];
  const describedBy = [hint && hintId, problem && problemId].filter(Boolean).join(' ');

  const onInput = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
    const { value, selectionStart } = currentTarget;
    const masked = applyMask(maskOf(field, values), value, selectionStart ?? value.length);
    if (masked.text !== value) {
      currentTarget.value = masked.text;
      currentTarget.setSelectionRange(masked.caret, masked.caret);
    }
    form.change({ [field]: masked.text });
  };

  return (
    <div class={`field field-${field}`}>
      <div class="field-head">
        <label for={field}>{label}</label>
        {aside}
      </div>
      <div class="input">
        <input
          {...input}
          type="text"
          id={field}
          value={values[field]}
          onInput={onInput}
          onBlur={() => form.leave(field)}
          required
          aria-invalid={problem !== undefined}
          aria-describedby={describedBy || undefined}
          spellcheck={false}
        />
        {mark}
      </div>
      {problem && (
        <p class="problem" id={problemId}>
          {text.problems[field][problem] ?? text.problems[field].missing}
        </p>
      )}
      {hint && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
