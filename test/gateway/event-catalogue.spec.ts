import { PUBLIC_EVENT_KINDS, type EventPayload, type PostbackEvent, type PublicEventKind } from '@centavo/contracts';
import { ApiDocument } from '../../apps/gateway/src/docs/api-document.js';
import { EventCatalogue } from '../../apps/gateway/src/postbacks/event-catalogue.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { closed, compileSchema, faultsOf } from '../support/event-schemas.js';

type Catalogued = Omit<PostbackEvent, 'example'> & {
  readonly example: EventPayload<Record<string, unknown>>;
};

describe('The catalogue of events', () => {
  let platform: TestPlatform;
  let catalogue: readonly Catalogued[];
  beforeAll(async () => {
    platform = await startPlatform();
    const shop = await platform.http.createMerchant();
    const { body } = await platform.http.get<Catalogued[]>('/v1/postbacks/events', shop.credentials);
    catalogue = body.data;
  });
  afterAll(() => platform.stop());

  const entry = (event: PublicEventKind) => catalogue.find((kind) => kind.event === event)!;

  it('has every kind once, in its order', () => {
    expect(catalogue.map(({ event }) => event)).toEqual([...PUBLIC_EVENT_KINDS]);
  });

  it('says of every kind when it happens and what it is about', () => {
    expect(entry('charge.refunded')).toMatchObject({
      resource: 'charge',
      description: '`POST …/refund`, nothing is left',
    });
    expect(entry('receivable.pending').description).toBe(
      'a charge was captured; or the dispute is won, and it had not been paid',
    );
    expect(entry('postback.test').resource).toBe('postback_endpoint');
    expect(catalogue.filter(({ description }) => description === '')).toEqual([]);
  });

  it.each(PUBLIC_EVENT_KINDS)('%s: its example fits its schema to the last field', (event) => {
    const { schema, example } = entry(event);
    expect(example.event).toBe(event);
    expect(faultsOf(compileSchema(schema), example)).toEqual([]);
    expect(faultsOf(compileSchema(closed(schema)), example)).toEqual([]);
  });

  it.each(PUBLIC_EVENT_KINDS)('%s: nothing fits its schema that is of another kind, or not whole', (event) => {
    const { schema, example } = entry(event);
    const validate = compileSchema(schema);
    const { sequence: _, ...without } = example;
    const { id: __, ...dataWithout } = example.data;
    const broken = [
      without,
      { ...example, event: 'charge.unheard_of' },
      { ...example, occurred_at: 'yesterday' },
      { ...example, sequence: 0 },
      { ...example, data: dataWithout },
      { ...example, data: { ...example.data, id: 7 } },
      { ...example, data: { ...example.data, created_at: null } },
      { ...example, data: { ...example.data, status: 'unheard_of' } },
    ];
    expect(broken.filter((payload) => faultsOf(validate, payload).length === 0)).toEqual([]);
  });

  it('leaves room for fields to come', () => {
    const { schema, example } = entry('charge.captured');
    const later = { ...example, region: 'south', data: { ...example.data, loyalty_points: 7 } };
    expect(faultsOf(compileSchema(schema), later)).toEqual([]);
    expect(faultsOf(compileSchema(closed(schema)), later)).toHaveLength(2);
  });

  it('takes no status but the one that the kind names', () => {
    const { schema } = entry('charge.captured');
    const refunded = { ...entry('charge.refunded').example, event: 'charge.captured' };
    expect(faultsOf(compileSchema(schema), refunded)).toEqual([
      '/data/status must be equal to constant {"allowedValue":"captured"}',
    ]);
  });

  it('has examples of which no two tell different things of one resource', () => {
    const ids = catalogue.map(({ example }) => example.data['id']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(catalogue.map(({ example }) => example.id)).size).toBe(catalogue.length);
  });

  it('has examples that happened after their resource was made', () => {
    const early = catalogue.filter(({ example }) => example.occurred_at < String(example.data['created_at']));
    expect(early).toEqual([]);
  });

  it('is made once, not for every request', () => {
    const made = new EventCatalogue(new ApiDocument(() => platform.gateway.openApi()));
    expect(made.list()).toBe(made.list());
    expect(platform.gateway.openApi()).toBe(platform.gateway.openApi());
  });

  it('is in /openapi.json: a webhook for every kind, with one schema for each resource', () => {
    const { webhooks = {}, components } = platform.gateway.openApi();
    expect(Object.keys(webhooks)).toEqual([...PUBLIC_EVENT_KINDS]);
    const { post } = webhooks['receivable.settled'] as { post: { requestBody: { content: Record<string, object> } } };
    expect(post.requestBody.content['application/json']).toMatchObject({
      schema: { $ref: '#/components/schemas/ReceivableEvent' },
      example: { event: 'receivable.settled', data: { status: 'settled' } },
    });
    expect(components!.schemas!['ReceivableEvent']).toMatchObject({
      properties: {
        event: { enum: PUBLIC_EVENT_KINDS.filter((kind) => kind.startsWith('receivable.')) },
        data: { $ref: '#/components/schemas/Receivable' },
      },
    });
  });
});
