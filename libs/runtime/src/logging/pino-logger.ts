import pino, { type DestinationStream, type Logger as Pino } from 'pino';
import { currentTraceId } from '../tracing/trace-context.js';
import { allowedFields, type LogFields } from './log-fields.js';
import { correlation } from './log-context.js';
import { Logger, type LogLevel } from './logger.js';

/** A line says which trace it was written in. */
function inItsTrace(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const traceId = currentTraceId();
  return allowedFields(traceId === undefined ? fields : { traceId, ...fields });
}

/** Log lines as JSON on standard output. */
export class PinoLogger extends Logger {
  private constructor(
    private readonly root: Pino,
    private readonly fields: LogFields = {},
    private readonly pino = root,
  ) {
    super();
  }

  static create(level: LogLevel, destination?: DestinationStream): PinoLogger {
    const options = {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: correlation,
      formatters: { level: (label: string) => ({ level: label }), log: inItsTrace },
    };
    return new PinoLogger(destination ? pino(options, destination) : pino(options));
  }

  debug(message: string, fields: LogFields = {}): void {
    this.pino.debug(fields, message);
  }

  info(message: string, fields: LogFields = {}): void {
    this.pino.info(fields, message);
  }

  warn(message: string, fields: LogFields = {}): void {
    this.pino.warn(fields, message);
  }

  error(message: string, fields: LogFields = {}): void {
    this.pino.error(fields, message);
  }

  child(fields: LogFields): Logger {
    const all = { ...this.fields, ...fields };
    // From the root, for a child of a child would write a field of both twice. Pino's formatter does not see a child's own fields.
    return new PinoLogger(this.root, all, this.root.child(allowedFields(all)));
  }
}
