/** Kinds of failure that pass by themselves: try the same again later. Deadlocks count as serialization failures. */
export type TransientKind = 'serialization' | 'connection' | 'timeout';

const SERIALIZATION = new Set(['40001', '40P01']);

const TIMEOUT = new Set(['57014', '55P03']);

/**
 * PostgreSQL's error codes when it goes away, comes up, is full, has become a standby or has been given another password than we have; and the
 * names of Node's system errors.
 */
const CONNECTION =
  /^(08...|28P01|53...|57P0.|25P0[34]|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** node-postgres reports these without a code. */
const CONNECTION_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** The connection was lost during COMMIT: the transaction may or may not have happened. Idempotent work is done again, nothing else. */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError';
  /** PostgreSQL's code for "transaction resolution unknown", which counts as a lost connection. */
  readonly code = '08007';
}

/** What kind of passing failure an error of the database is; undefined when repeating would fail again. Looks through TypeORM's wrapper. */
export function classifyPgError(error: unknown): TransientKind | undefined {
  const { code, driverError, message } = (error ?? {}) as Record<string, unknown>;
  if (driverError) return classifyPgError(driverError);
  if (typeof code !== 'string') return CONNECTION_MESSAGE.test(String(message)) ? 'connection' : undefined;
  if (SERIALIZATION.has(code)) return 'serialization';
  if (TIMEOUT.has(code)) return 'timeout';
  return CONNECTION.test(code) ? 'connection' : undefined;
}
