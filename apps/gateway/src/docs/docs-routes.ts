import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import type { ApiDocument } from './api-document.js';

/** The page, its script and its fonts come from here and nowhere else; the browser is told to hold it to that. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves `/openapi.json` and the page `/docs` that shows it. */
export async function registerDocs(server: FastifyInstance, document: ApiDocument): Promise<void> {
  let text: string | undefined;
  server.get('/openapi.json', (_request, reply) => {
    text ??= JSON.stringify(document.get());
    return reply.type('application/json').send(text);
  });
  await server.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Centavo API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
    hooks: {
      onRequest: (_request, reply, done) => {
        void reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
        done();
      },
    },
  });
}
