import { useState } from 'preact/hooks';
import type { Field, FormValues, Problem, Problems } from '../../form/fields.js';
import { problemIn, validateForm, type FormRules } from '../../form/validate-form.js';

export interface FormOptions {
  readonly values: FormValues;
  readonly onChange: (values: FormValues) => void;
  /** What the server has found. */
  readonly found: Problems;
  readonly rules: () => FormRules;
}

export interface Form {
  readonly values: FormValues;
  /** The problems that are shown: not those of fields that nobody has come to yet. */
  readonly problems: Problems;
  /** Whether the payer has tried to pay with what he has typed. */
  readonly isChecked: boolean;
  readonly change: (patch: Partial<FormValues>) => void;
  /** The payer has left a field. */
  readonly leave: (field: Field) => void;
  /** Looks at everything. @returns all problems */
  readonly check: () => Problems;
}

/** Says what is wrong when a field is left, not while it is typed; takes it back as soon as it is right. */
export function useForm({ values, onChange, found, rules }: FormOptions): Form {
  const [problems, setProblems] = useState(found);
  const [isChecked, setIsChecked] = useState(Object.keys(found).length > 0);
  const show = (field: Field, problem: Problem | null) => setProblems((shown) => withProblem(shown, field, problem));

  return {
    values,
    problems,
    isChecked,
    change: (patch) => {
      const changed = { ...values, ...patch };
      onChange(changed);
      for (const field of Object.keys(patch) as Field[]) {
        if (problems[field]) show(field, problemIn(field, changed, rules()));
      }
    },
    leave: (field) => {
      // Who tabs through empty fields to see what is asked for has done nothing wrong.
      if (values[field].trim() !== '') show(field, problemIn(field, values, rules()));
    },
    check: () => {
      const all = validateForm(values, rules());
      setProblems(all);
      setIsChecked(true);
      return all;
    },
  };
}

const withProblem = (problems: Problems, field: Field, problem: Problem | null): Problems =>
  Object.fromEntries(Object.entries({ ...problems, [field]: problem }).filter(([, value]) => value !== null));
