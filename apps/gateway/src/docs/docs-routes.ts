import { fastify, type FastifyInstance } from 'fastify';
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

const PAGE_PATHS = ['/docs', '/docs/', '/docs/js/scalar.js'];

/** Serves `/openapi.json` and the page `/docs` that shows it. */
export function registerDocs(server: FastifyInstance, document: ApiDocument): void {
  let text: string | undefined;
  server.get('/openapi.json', (_request, reply) => {
    text ??= JSON.stringify(document.get());
    return reply.type('application/json').send(text);
  });
  let loading: ReturnType<typeof loadPages> | undefined;
  for (const path of PAGE_PATHS) {
    server.get(path, async (_request, reply) => {
      const show = await (loading ??= loadPages());
      const page = await show(path);
      return reply
        .code(page.statusCode)
        .headers(page.headers)
        .header('content-security-policy', CONTENT_SECURITY_POLICY)
        .send(page.rawPayload);
    });
  }
}

/** The page's library takes some 30 MB of memory, and few gateways are ever asked for it: it is loaded for the first who does. */
async function loadPages() {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const pages = fastify();
  await pages.register(scalar, {
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
  });
  return (path: string) => pages.inject(path);
}
