/**
 * Places between two effects at which a test may have the process die, by naming one in `FAULT_POINT`: all that follows must come about
 * nevertheless. Does nothing otherwise, and nothing ever in production.
 */
export const FAULT_POINTS = [
  'create.after-code',
  'create.after-commit',
  'write.before-publish',
  'pay-link.after-reserve',
  'abandon.before-commit',
  'abandon.after-commit',
  'authorize.before-acquirer',
  'authorize.after-acquirer',
  'authorize.after-commit',
  'ask.before-retry',
  'recover.after-claim',
  'reverse.after-acquirer',
  'expire.after-claim',
  'operate.before-acquirer',
  'operate.after-acquirer',
  'operate.after-commit',
  'refuse.before-commit',
  'notify.before-acquirer',
  'notify.after-acquirer',
  'notify.after-commit',
  'tell.after-claim',
  'tell.after-commit',
  'withdraw.after-commit',
  'withdraw.before-bank',
  'withdraw.after-bank',
  'withdraw.after-result',
  'settle.before-commit',
  'settle.after-commit',
  'fan-out.after-commit',
  'deliver.after-attempt',
  'deliver.after-outcome',
  'redeliver.before-commit',
  'redeliver.after-commit',
  'disable.before-commit',
  'disable.after-commit',
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

let armed = placeIn(process.env);

/** Kills the process, as `kill -9` would, when `FAULT_POINT` names this place. */
export function faultPoint(place: FaultPoint): void {
  if (place === armed) process.kill(process.pid, 'SIGKILL');
}

/** Names another place from now on, in a process that runs. For tests that have one process after the other die without starting each twice. */
export function armFaultPoint(place: FaultPoint): void {
  armed = placeIn({ ...process.env, FAULT_POINT: place });
}

/** What is wrong with the `FAULT_POINT` of an environment, in a sentence: a test whose fault never comes would prove nothing. */
export function faultPointProblems(env: NodeJS.ProcessEnv): string[] {
  const place = placeIn(env);
  if (place === undefined || FAULT_POINTS.some((name) => name === place)) return [];
  return [`FAULT_POINT must be one of ${FAULT_POINTS.join(', ')}.`];
}

function placeIn({ ENVIRONMENT, FAULT_POINT }: NodeJS.ProcessEnv): string | undefined {
  return ENVIRONMENT === 'production' ? undefined : FAULT_POINT || undefined;
}
