const WORD = /^[\w.-]{1,64}$/;

/** What went wrong, in a word for spans: an error's code (ours, PostgreSQL's or Node's) or its name. Its message may quote what nobody should see. */
export function errorWord(error: unknown): string {
  if (typeof error !== 'object' || error === null) return typeof error;
  const { code, failure, name } = error as { code?: unknown; failure?: unknown; name?: unknown };
  const word = [failure, code, name].find((text): text is string => typeof text === 'string' && WORD.test(text));
  return word ?? 'Error';
}
