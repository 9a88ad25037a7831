import { EventPattern, MessagePattern } from '@nestjs/microservices';
import type { MemberOutcome, ReceivedMessage } from '../bus.js';

/** How a batch handler takes its messages; see the port's {@link BatchHandler}. */
export interface BatchOptions {
  readonly maxSize: number;
  readonly lingerMs: number;
  readonly busyBatchSize?: number;
}

type BatchMethod = (
  messages: readonly ReceivedMessage<never>[],
) => Promise<readonly MemberOutcome[]> | Promise<void> | Promise<readonly MemberOutcome[] | void>;

type BatchMethodDecorator = <Method extends BatchMethod>(
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/** Where the decorators leave the options among Nest's extras. */
export const BATCH = 'batch';

/** Like Nest's `@MessagePattern`, for a method that takes all commands that are ready: `(messages) => MemberOutcome[] | void`. */
export const BatchMessagePattern = (pattern: string, options: BatchOptions): BatchMethodDecorator =>
  MessagePattern(pattern, { [BATCH]: options }) as BatchMethodDecorator;

/** Like Nest's `@EventPattern`, for a method that takes all events that are ready: `(messages) => MemberOutcome[] | void`. */
export const BatchEventPattern = (pattern: string, options: BatchOptions): BatchMethodDecorator =>
  EventPattern(pattern, { [BATCH]: options }) as BatchMethodDecorator;
