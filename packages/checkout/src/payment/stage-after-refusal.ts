import type { Refusal } from '../api/checkout-api.js';
import { refusedFields } from '../form/refused-fields.js';
import { aForm, type Stage } from './stage.js';

/** Where the payer is when the server has refused a payment. Nothing has been charged. */
export function stageAfterRefusal({ status, error, details, retryAfterMs }: Refusal, nowMs: number): Stage {
  if (status === 410 || status === 404) return { name: 'unavailable' };
  if (status === 429) {
    return aForm(retryAfterMs === null ? { kind: 'too_many_tries' } : { kind: 'wait', untilMs: nowMs + retryAfterMs });
  }
  const problems = refusedFields(error, details);
  if (Object.keys(problems).length > 0) return aForm({ kind: 'check_fields' }, problems);
  return aForm({ kind: error === 'invalid_token' ? 'card_not_possible' : 'method_not_possible' });
}
