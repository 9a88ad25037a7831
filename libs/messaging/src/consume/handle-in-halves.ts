import { inLogContext } from '@centavo/runtime';
import type { BatchHandler, MemberOutcome } from '../bus.js';
import { classifyError } from './classify-error.js';
import type { Task, Verdict } from './task.js';

/**
 * Hands a batch to its handler. When that throws, the halves are tried apart, down to the bad member, so that the others commit. An
 * outage is nobody's fault: then all that is left fails at once. After a failure later messages of the same key are held.
 * @returns a verdict for every task, in the order in which they have to be recorded
 */
export async function handleInHalves(handler: BatchHandler, tasks: readonly Task[]): Promise<Map<Task, Verdict>> {
  const verdicts = new Map<Task, Verdict>();
  const failedKeys = new Set<string>();
  const fail = (members: readonly Task[], error: unknown): void => {
    for (const task of members) {
      verdicts.set(task, { kind: 'failed', error });
      failedKeys.add(task.message.key);
    }
  };

  const slices: (readonly Task[])[] = [tasks];
  for (let slice = slices.pop(); slice; slice = slices.pop()) {
    const isHeld = ({ message }: Task): boolean => failedKeys.has(message.key);
    for (const task of slice.filter(isHeld)) verdicts.set(task, { kind: 'held' });
    const members = slice.filter((task) => !isHeld(task));
    if (members.length === 0) continue;

    try {
      const outcomes = await outcomesOf(handler, members);
      members.forEach((task, index) => {
        const outcome = outcomes?.[index] ?? {};
        if ('error' in outcome) fail([task], outcome.error);
        else verdicts.set(task, { kind: 'done', reply: outcome.reply });
      });
    } catch (error) {
      if (classifyError(error) === 'outage') fail([...members, ...slices.splice(0).toReversed().flat()], error);
      else if (members.length === 1) fail(members, error);
      else {
        const middle = Math.ceil(members.length / 2);
        slices.push(members.slice(middle), members.slice(0, middle));
      }
    }
  }
  return verdicts;
}

async function outcomesOf(
  handler: BatchHandler,
  members: readonly Task[],
): Promise<readonly MemberOutcome[] | undefined> {
  const messages = members.map(({ message }) => message);
  const outcomes = (await inLogContext(messages, () => handler.handle(messages))) ?? undefined;
  if (outcomes && outcomes.length !== members.length) {
    throw new Error(
      `The handler of "${handler.pattern}" gave ${outcomes.length} outcomes for ${members.length} messages.`,
    );
  }
  return outcomes;
}
