import { OPERATION_TYPES } from '../clients/operation-types.js';
import { keyHashOf } from '../evidence/digest.js';
import type { Evidence } from '../evidence/evidence.js';
import type { EffectFact, KeptFact } from '../evidence/facts.js';
import { answerOf, isGranted, type Operation } from '../evidence/operation.js';
import { findAll, type Finding, type Rule } from './finding.js';

/** Whose keys operators' are. */
const OPERATORS = '00000000-0000-0000-0000-000000000000';

const name = ({ operation, type }: Operation): string => `operation ${operation} (${type})`;

const effectKey = ({ kind, mark }: Pick<EffectFact, 'kind' | 'mark'>): string => `${kind} ${mark}`;

function effectsByMark({ facts }: Evidence): Map<string, EffectFact[]> {
  const byMark = new Map<string, EffectFact[]>();
  for (const effect of facts.effects) {
    const key = effectKey(effect);
    byMark.set(key, [...(byMark.get(key) ?? []), effect]);
  }
  return byMark;
}

/** What was granted is there once, with the id that was answered; what was refused is not there; of the rest there is one at most; the amount is the one that was asked for. */
export const effectsAreAsAnswered: Rule = (evidence) => {
  const effects = effectsByMark(evidence);
  return findAll('effects are as they were answered', evidence.story.operations.values(), (operation) => {
    if (!operation.effect) return undefined;
    const found = effects.get(effectKey(operation.effect)) ?? [];
    const answer = answerOf(operation);
    if (found.length > 1)
      return `${name(operation)} was done ${found.length} times: ${found.map(({ id }) => id).join(', ')}`;
    if (answer && !isGranted(answer))
      return found.length > 0 ? `${name(operation)} was refused (${answer.error}) and done` : undefined;
    const [effect] = found;
    if (!effect) return answer && `${name(operation)} was granted and is not there`;
    const { id, amount } = effect;
    if (amount !== null && operation.amount !== undefined && amount !== operation.amount)
      return `${name(operation)} asked for ${operation.amount} centavos, and there are ${amount}`;
    return answer && id !== null && id !== answer.resourceId
      ? `${name(operation)} was answered with ${answer.resourceId}, and there is ${id}`
      : undefined;
  });
};

/** There is nothing that nobody has asked for. */
export const nothingIsUnasked: Rule = ({ story, facts }) => {
  const asked = new Set([...story.operations.values()].flatMap(({ effect }) => (effect ? [effectKey(effect)] : [])));
  return findAll('everything was asked for', facts.effects, (effect) =>
    asked.has(effectKey(effect)) ? undefined : `${effectKey(effect)} (${effect.id})`,
  );
};

/** All answers under one key are the same, to the letter. */
export const oneKeyHasOneAnswer: Rule = ({ story }) =>
  findAll('one key has one answer', story.operations.values(), (operation) => {
    const answers = new Set(
      operation.tries
        .filter(({ isForGood }) => isForGood)
        .map(({ status, error, digest }) => `${status} ${error ?? digest}`),
    );
    return answers.size > 1 ? `${name(operation)} was answered with ${[...answers].join(' and ')}` : undefined;
  });

/** A key that was answered is refused with another body. */
export const changedBodiesAreRefused: Rule = ({ story }) =>
  findAll('changed bodies are refused', story.operations.values(), (operation) => {
    if (operation.changes === null) return undefined;
    const answer = answerOf(operation);
    if (!answer || answer.error === 'idempotency_key_reused') return undefined;
    return `${name(operation)} changes operation ${operation.changes} and was answered with ${answer.status} ${answer.error ?? ''}`;
  });

/** Refusals that nobody keeps: they may be put right under the same key. */
const NOT_KEPT = new Set([
  'validation_error',
  'transaction_pin_required',
  'transaction_pin_invalid',
  'transaction_pin_locked',
  'idempotency_key_reused',
]);

/** The database has kept what was answered; and an effect of what was not, if and only if an answer that grants it. */
export const answersAreKept: Rule = (evidence) => {
  const kept = new Map(evidence.facts.kept.map((fact) => [fact.hash, fact]));
  const effects = effectsByMark(evidence);
  return [...evidence.story.operations.values()]
    .filter(({ type, changes }) => OPERATION_TYPES[type].keepsAnswer && changes === null)
    .flatMap((operation): Finding[] => {
      const owner = operation.path.startsWith('/admin/') ? OPERATORS : operation.merchantId;
      const hash = keyHashOf(owner, `${operation.method} ${operation.path}`, operation.key);
      const what = whyNotKept(operation, kept.get(hash), effects);
      return what === undefined
        ? []
        : [{ rule: 'answers are kept as they were given', what: `${name(operation)}: ${what}` }];
    });
};

function whyNotKept(
  operation: Operation,
  kept: KeptFact | undefined,
  effects: Map<string, EffectFact[]>,
): string | undefined {
  const answer = answerOf(operation);
  if (!answer) {
    if (!operation.effect) return undefined;
    const isThere = effects.has(effectKey(operation.effect));
    const isKept = kept?.digest != null;
    return isThere === isKept
      ? undefined
      : `nobody was answered; it is ${isThere ? 'done' : 'not done'}, and its answer is ${isKept ? 'kept' : 'not kept'}`;
  }
  if (answer.error !== undefined && (NOT_KEPT.has(answer.error) || answer.status === 404)) return undefined;
  if (!kept) return `answered with ${answer.status} ${answer.error ?? ''}, and nothing is kept`;
  if (kept.error !== (answer.error ?? null))
    return `answered with ${answer.error ?? answer.status}, kept is ${kept.error ?? kept.status}`;
  if (isGranted(answer) && (kept.digest !== answer.digest || kept.status !== answer.status))
    return 'another body is kept than was answered';
  return undefined;
}
