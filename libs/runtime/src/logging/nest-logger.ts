import type { LoggerService } from '@nestjs/common';
import { Logger } from './logger.js';

/** Nest's own words, through our logger. Its start-up chatter is left out: only warnings and errors pass. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(): void {}

  debug(): void {}

  verbose(): void {}

  warn(message: unknown): void {
    this.logger.warn(String(message));
  }

  error(message: unknown): void {
    if (message instanceof Error) this.logger.error(message.message, { error: message });
    else this.logger.error(String(message));
  }

  fatal(message: unknown): void {
    this.error(message);
  }
}
