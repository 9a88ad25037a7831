import { API_VERSION, ERROR_CATALOGUE } from '@centavo/contracts';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { accessOf, type Access } from '../auth/access.js';
import { DETAIL_CODES } from '../http/validation/detail-codes.js';
import { ERRORS_EXTENSION } from './answers.decorator.js';
import { errorResponses, errorsOf, ownErrorsOf } from './error-responses.js';
import { describeWebhooks, EVENT_MODELS } from './events/webhooks.js';
import { linkOperations } from './links.js';
import { completeInputs } from './operation-inputs.js';
import { responseHeaders, HEADER_COMPONENTS } from './response-headers.js';

const DESCRIPTION = `Payments for merchants in Brazil. Amounts are integers in centavos, ids UUIDs, timestamps ISO 8601.

Texts hold neither NUL nor unpaired surrogates; bodies nest at most 32 levels deep and name no member \`__proto__\`.

Every write takes an \`Idempotency-Key\`: retrying with the same key and body is always safe. Every answer has an \`X-Request-Id\`.`;

const SECURITY: Record<Access, Record<string, string[]>[]> = {
  public: [],
  public_key: [{ public_key: [] }, { api_key: [] }],
  secret_key: [{ api_key: [] }],
  operator: [{ operator: [] }],
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The OpenAPI document of every route: the decorators' part by Nest, the rest from the tables the server itself runs on. */
export function openApiDocument(app: INestApplication, publicUrl: string): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Centavo')
    .setDescription(DESCRIPTION)
    .setVersion(API_VERSION)
    .addServer(publicUrl)
    .addSecurity('api_key', { type: 'http', scheme: 'basic', description: 'Public key and secret key of an API key.' })
    .addSecurity('public_key', { type: 'http', scheme: 'basic', description: 'A public key, without its secret.' })
    .addSecurity('operator', { type: 'http', scheme: 'bearer', description: 'An operator token.' })
    .build();
  const document = SwaggerModule.createDocument(app, config, { operationIdFactory, extraModels: EVENT_MODELS });
  document.components!.schemas!['Error'] = ERROR_SCHEMA;
  document.components!.headers = HEADER_COMPONENTS as NonNullable<OpenAPIObject['components']>['headers'];
  describeWebhooks(document);
  for (const [path, item] of Object.entries(document.paths)) completeOperations(path, item, document);
  linkOperations(document.paths);
  return document;
}

const operationIdFactory = (controller: string, method: string): string =>
  `${controller.replace(/Controller$/, '')}_${method}`;

function completeOperations(path: string, item: OpenAPIObject['paths'][string], document: OpenAPIObject): void {
  for (const method of METHODS) {
    const operation = item[method];
    if (!operation) continue;
    const { pages, takesAnyPath } = ownErrorsOf(operation);
    Object.assign(operation.responses, errorResponses(errorsOf(method, path, operation), pages));
    delete (operation as unknown as Record<string, unknown>)[ERRORS_EXTENSION];
    for (const [status, response] of Object.entries(operation.responses)) {
      Object.assign(response!, { headers: responseHeaders(status, method !== 'get') });
    }
    operation.security = SECURITY[accessOf(path)];
    completeInputs(method, operation, document, takesAnyPath);
  }
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['success', 'message', 'error', 'request_id'],
  properties: {
    success: { type: 'boolean', enum: [false] },
    message: { type: 'string' },
    error: { type: 'string', enum: Object.keys(ERROR_CATALOGUE) },
    request_id: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'code', 'message'],
        properties: {
          field: { type: 'string', description: 'Dotted path.', example: 'items.0.quantity' },
          code: {
            type: 'string',
            description: Object.entries(DETAIL_CODES)
              .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
              .join('\n\n'),
          },
          message: { type: 'string' },
        },
      },
    },
  },
};
