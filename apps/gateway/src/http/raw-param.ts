import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** A parameter of the path as it came, for what need not be an id: `@Param` takes nothing else. */
export const RawParam = createParamDecorator(
  (name: string, context: ExecutionContext) =>
    context.switchToHttp().getRequest<FastifyRequest<{ Params: Record<string, string> }>>().params[name],
);
