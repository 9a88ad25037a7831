import { PinoLogger } from '@centavo/runtime';

/** For what is not tested by its log. */
export const silentLogger = PinoLogger.create('silent');
