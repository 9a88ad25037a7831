import { commandsOf, SERVICE_NAMES } from '@centavo/contracts';
import { explainListenError, NestLogger, SettingsError } from '@centavo/runtime';
import { observeLag, tracedPlatform, type Platform, type RunningApp } from '@centavo/service';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { AddressInfo } from 'node:net';
import { AuditTrail } from './audit/audit-trail.js';
import { AuthenticationHook } from './auth/authentication.hook.js';
import { CheckoutLimits } from './checkout/checkout-limits.js';
import { guardCheckout } from './checkout/guard-checkout.js';
import { ApiDocument } from './docs/api-document.js';
import { registerDocs } from './docs/docs-routes.js';
import { openApiDocument } from './docs/openapi.js';
import { GatewayModule } from './gateway.module.js';
import { logRequests } from './http/access-log.js';
import { measureRequests } from './http/http-metrics.js';
import { traceRequests } from './http/http-traces.js';
import { RouteTable, type Route } from './http/route-table.js';
import { createServer } from './http/server.js';

/** Connections that wait to be taken: beyond it, and beyond what the system allows, clients that come all at once are reset. */
const CONNECTION_BACKLOG = 4096;

/** Stopping takes no new connections, answers what is under way and closes. */
export interface RunningGateway extends RunningApp {
  readonly port: number;
  readonly routes: readonly Route[];
  openApi(): OpenAPIObject;
}

/**
 * Starts the HTTP side of the platform on `HOST` and `PORT` of its settings (port 0: any free one). Its database is seen through the
 * role `gateway`, which can read published views and nothing else.
 * @throws with what to do when the port is taken
 * @throws SettingsError in production, when no operator could sign in
 */
export async function startGateway(shared: Platform): Promise<RunningGateway> {
  const platform = tracedPlatform(shared, 'gateway');
  const { settings, logger, metrics } = platform;
  if (!settings.isSandbox && settings.operatorTokens.length === 0) {
    throw new SettingsError('OPERATOR_TOKEN must be set when ENVIRONMENT is production.');
  }
  const routes = new RouteTable();
  const document = new ApiDocument((): OpenAPIObject => openApiDocument(app, settings.publicUrl));
  const adapter = createServer(settings, routes);
  const app = await NestFactory.create<NestFastifyApplication>(GatewayModule.on(platform, routes, document), adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
    forceCloseConnections: false,
  });
  const server = adapter.getInstance();
  const authentication = app.get(AuthenticationHook);
  server.decorateRequest('credential', null);
  server.decorateRequest('operatorCall', null);
  server.decorateRequest('span', null);
  if (platform.tracing) traceRequests(server, platform.tracer, settings);
  server.addHook('onRequest', (request, _reply, done) => authentication.onRequest(request, done));
  guardCheckout(server, app.get(CheckoutLimits));
  app.get(AuditTrail).watch(server);
  measureRequests(server, metrics);
  logRequests(server, settings, logger);
  observeLag('gateway', SERVICE_NAMES.map(commandsOf), platform.bus, metrics);

  registerDocs(server, document);
  const { host, port } = settings;
  await app.listen({ port, host, backlog: CONNECTION_BACKLOG }).catch((error: unknown) => {
    throw explainListenError(error, port, 'PORT');
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    routes: routes.routes,
    openApi: () => document.get(),
    stop: () => app.close(),
  };
}
