import { DomainError } from '@centavo/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteTable } from './route-table.js';

/**
 * Answers a method that a path does not have with 405 and those it has, before the body is read. The router does not tell a wrong
 * path from a wrong method, and takes `/v1/anticipations/simulate` for an id where only another method has it; the table of routes does
 * neither.
 */
export function refuseOtherMethods(server: FastifyInstance, routes: RouteTable): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 && !isTakenForId(request, routes)) return done();
    const allowed = routes.methodsOf(request.url);
    if (allowed.length === 0 || allowed.includes(request.method)) return done();
    void reply.header('allow', allowed.join(', '));
    done(new DomainError('method_not_allowed'));
  });
}

const isTakenForId = ({ routeOptions, url }: FastifyRequest, routes: RouteTable): boolean =>
  routeOptions.url!.includes(':') && routes.hasExactly(url);
