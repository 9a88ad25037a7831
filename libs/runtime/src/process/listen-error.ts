/**
 * The error of a server that could not listen, as somebody who starts it can use it.
 * @param setting the one that says which port it is
 */
export function explainListenError(error: unknown, port: number, setting: 'PORT' | 'OPS_PORT'): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error;
  return new Error(`Port ${port} is taken: stop what uses it, or choose another with ${setting}.`, { cause: error });
}
