import { validate } from '@scalar/openapi-parser';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { aChargeBody } from '@centavo/testing';
import type { OpenAPIObject } from '@nestjs/swagger';
import { OPERATOR, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';

type Schema = Record<string, unknown>;
type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** No version of UUIDs has it. */
const ODD_ID = '01234567-89ab-0def-0123-456789abcdef';

const aSeller = () => ({
  trade_name: 'Loja',
  legal_name: 'Loja ME',
  tax_id: '11222333000181',
  email: 'ze@loja.example',
});

describe('The OpenAPI document', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  let document: OpenAPIObject;
  beforeAll(async () => {
    platform = await startPlatform();
    shop = await platform.http.createMerchant();
    document = (await platform.http.get('/openapi.json')).body as unknown as OpenAPIObject;
  });
  afterAll(() => platform.stop());

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method,
        path,
        operation,
      })),
    );
  const operation = (name: string) => operations().find((one) => one.name === name)!.operation;
  const parametersOf = (name: string) => operation(name).parameters as unknown as { name: string; schema: Schema }[];
  const schemaOf = (name: string) => document.components!.schemas![name] as Schema & { properties: Schema };
  const call = (method: string, path: string, body?: unknown) =>
    platform.http.call(method, path, { as: shop.credentials, body });

  it('is one of OpenAPI 3.1', async () => {
    const { valid, errors } = await validate(JSON.stringify(document));
    expect([valid, errors]).toEqual([true, []]);
  });

  it('has schemas of JSON Schema 2020-12, whose examples are good by them', () => {
    const ajv = addFormats.default(new Ajv.default({ strict: false }));
    ajv.addSchema({ $id: 'document', components: document.components });
    for (const [name, schema] of Object.entries(document.components!.schemas!)) {
      for (const [field, property] of Object.entries((schema as { properties?: Schema }).properties ?? {})) {
        const { example } = property as Schema;
        const check = ajv.getSchema(`document#/components/schemas/${name}/properties/${field}`)!;
        expect(check).toBeDefined();
        const isGood = example === undefined || check(example);
        expect([name, field, isGood, check.errors ?? null]).toEqual([name, field, true, null]);
      }
    }
  });

  it('has no null among what a query may say', () => {
    const schemas = operations().flatMap((one) => (one.operation.parameters ?? []) as unknown as { schema: Schema }[]);
    expect(schemas.length).toBeGreaterThan(0);
    for (const { schema } of schemas) {
      expect(typeof schema['type']).toBe('string');
      expect(schema['enum'] ?? []).not.toContain(null);
    }
  });

  it('says null in the type, not beside it', () => {
    expect(schemaOf('CreateChargeDto').properties['submerchant_id']).toMatchObject({ type: ['string', 'null'] });
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });

  it('lets the body be left out where no field is needed, as the API does', async () => {
    expect(operation('PATCH /v1/api-keys/{id}').requestBody).toMatchObject({ required: false });
    expect(operation('POST /v1/charges').requestBody).toMatchObject({ required: true });
    const { data } = (await platform.http.post<{ id: string }>('/v1/api-keys', shop.credentials, { name: 'k' })).body;
    expect((await call('PATCH', `/v1/api-keys/${data.id}`)).status).toBe(200);
  });

  it('asks for the PIN that is to be removed', () => {
    expect(schemaOf('RemoveTransactionPinDto')).toMatchObject({
      required: ['current_pin'],
      properties: { current_pin: { type: 'string' } },
    });
  });

  it('takes an id of any version for an id, in a body as in a path', async () => {
    const inBody = await call('POST', '/v1/charges', { ...aChargeBody(), submerchant_id: ODD_ID });
    const inPath = await call('GET', `/v1/submerchants/${ODD_ID}`);
    expect([inBody, inPath].map(({ status, body }) => [status, body.error])).toEqual([
      [422, 'submerchant_not_found'],
      [404, 'submerchant_not_found'],
    ]);
  });

  it('tells the pages of the checkout by their names, and what is no page', () => {
    expect(parametersOf('GET /pay/assets/{name}')).toMatchObject([{ name: 'name', schema: { type: 'string' } }]);
    expect(parametersOf('GET /pay/assets/{name}')[0]!.schema).not.toHaveProperty('format');
    expect(Object.keys(operation('GET /pay/assets/{name}').responses)).toContain('404');
    const { responses } = operation('GET /pay/{id}') as unknown as { responses: Record<string, { content: object }> };
    expect(responses['400']).toBeUndefined();
    expect(Object.keys(responses['410']!.content)).toEqual(['text/html']);
    expect(Object.keys(responses['404']!.content)).toEqual(['application/json', 'text/html']);
  });

  it('names the limit of who opens payment links', () => {
    const ofLinks = operations().filter(({ path }) => path.startsWith('/pay/{id}'));
    expect(ofLinks.map(({ operation: { responses } }) => Object.hasOwn(responses, '429'))).toEqual(
      ofLinks.map(() => true),
    );
  });

  it('gives every answer its headers', () => {
    for (const {
      operation: { responses },
    } of operations()) {
      for (const [status, response] of Object.entries(responses)) {
        const headers = Object.keys((response as { headers: object }).headers);
        expect(headers).toContain('X-Request-Id');
        expect(headers.includes('WWW-Authenticate')).toBe(status === '401');
        expect(headers.includes('Retry-After')).toBe(status === '429' || status === '503');
      }
    }
  });

  it('leads from what an operation makes to the operations that take its id', () => {
    const { links } = operation('POST /v1/charges').responses['201'] as { links: Record<string, object> };
    expect(links).toMatchObject({
      Charges_capture: { operationId: 'Charges_capture', parameters: { id: '$response.body#/data/id' } },
      ChargesSandbox_pay: { parameters: { id: '$response.body#/data/id' } },
    });
    const known = operations().map((one) => one.operation.operationId);
    for (const one of operations()) {
      const made = one.operation.responses['201'] as { links?: object } | undefined;
      for (const target of Object.keys(made?.links ?? {})) expect(known).toContain(target);
    }
  });

  it.each([
    ['AllowedIps', { name: 'k', allowed_ips: ['nowhere'] }, 'CreateApiKeyDto'],
    ['an empty item', { name: 'k', allowed_ips: [''] }, 'CreateApiKeyDto'],
    ['an event that is none', { url: 'https://example.com', events: ['charge.paid'] }, 'CreatePostbackEndpointDto'],
    ['a text that is no date', { since: 'yesterday' }, 'RecoverPostbacksDto'],
    ['a tax id of ten digits', { ...aSeller(), tax_id: '1234567890' }, 'CreateSubmerchantDto'],
    ['a card in clear', { card: '4111111111111111' }, 'TokenizeCardDto'],
    ['a long key', { ...aChargeBody(), metadata: { ['x'.repeat(41)]: 1 } }, 'CreateChargeDto'],
    ['a short email', { ...aSeller(), email: 'a@' }, 'CreateSubmerchantDto'],
  ])('refuses %s where the API does', (_, body, name) => {
    const ajv = addFormats.default(new Ajv.default({ strict: false }));
    ajv.addSchema({ $id: 'document', components: document.components });
    expect(ajv.getSchema(`document#/components/schemas/${name}`)!(body)).toBe(false);
  });

  it('counts the characters of metadata, as schemas do, and not their halves', async () => {
    const statuses = [500, 501].map(async (length) => {
      const metadata = { note: '😀'.repeat(length) };
      return (await call('POST', '/v1/charges', { ...aChargeBody(), metadata })).status;
    });
    expect(await Promise.all(statuses)).toEqual([201, 422]);
  });

  it.each(['11.222.333/0001-81', '123.456.789-09', '12abc34501de35'])('lets a tax id be written %s', (taxId) => {
    const { pattern } = schemaOf('CreateSubmerchantDto').properties['tax_id'] as { pattern: string };
    expect(taxId).toMatch(new RegExp(pattern, 'u'));
  });

  it('lists only methods of the path itself where another path takes it for an id', async () => {
    const taken = await call('GET', '/v1/anticipations/simulate');
    expect([taken.status, taken.body.error, taken.headers.get('allow')]).toEqual([405, 'method_not_allowed', 'POST']);
    expect((await platform.http.get('/v1/receivables/summary', shop.credentials)).status).toBe(200);
  });

  it.each(['QUERY', 'PUT'])('is right in what it leaves out: %s is 405, before any body is read', async (method) => {
    const reply = await platform.http.call(method, '/v1/charges', {
      as: shop.credentials,
      headers: { 'content-type': 'text/plain' },
    });
    expect([reply.status, reply.body.error, reply.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD, POST',
    ]);
  });

  it('has the operators’ part', async () => {
    expect((await platform.http.get('/admin/v1/merchants', OPERATOR)).status).toBe(200);
    expect(operation('GET /admin/v1/merchants').security).toEqual([{ operator: [] }]);
  });
});
