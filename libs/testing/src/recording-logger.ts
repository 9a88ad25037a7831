import { Logger, type LogFields } from '@centavo/runtime';

/** Keeps what an operator would be warned of. */
export class RecordingLogger extends Logger {
  readonly warnings: string[] = [];

  debug(): void {}

  info(): void {}

  warn(message: string, _fields?: LogFields): void {
    this.warnings.push(message);
  }

  error(): void {}

  child(): Logger {
    return this;
  }
}
