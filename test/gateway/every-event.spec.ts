import {
  exampleEvent,
  INTERNAL_EVENT_KINDS,
  PUBLIC_EVENT_KINDS,
  type EventPayload,
  type PostbackEvent,
} from '@centavo/contracts';
import { groupsReading, InProcessBus, type AddressedMessage } from '@centavo/messaging';
import { eventually, PostbackReceiver, silentLogger } from '@centavo/testing';
import { startPlatform, type TestPlatform } from '../platform.js';
import { BusyShop } from '../support/busy-shop.js';
import { closed, compileSchema, faultsOf } from '../support/event-schemas.js';

type Payload = EventPayload<Readonly<Record<string, unknown>>>;

const HEARD = '/postbacks';
const GONE = '/gone';

/** Remembers which kinds of events went over it. */
class WatchedBus extends InProcessBus {
  readonly kinds = new Set<string>();

  override publish(messages: readonly AddressedMessage[]): Promise<void> {
    for (const { topic, type } of messages) if (topic.endsWith('.events')) this.kinds.add(type);
    return super.publish(messages);
  }
}

/** What the services really emit, when everything happens that can. */
describe('Every event', () => {
  const bus = new WatchedBus({ logger: silentLogger, groupsOf: groupsReading });
  let platform: TestPlatform;
  let receiver: PostbackReceiver;
  let catalogue: readonly PostbackEvent[];
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' }, undefined, bus);
    receiver = await PostbackReceiver.start();
    receiver.answerWith(({ path }) => ({ status: path === GONE ? 410 : 204 }));
    const shop = await BusyShop.open(platform);
    const { id } = await shop.hearAt(receiver.url(HEARD));
    await shop.hearAt(receiver.url(GONE));
    catalogue = await shop.readCatalogue();
    await shop.tryEndpoint(id);
    await shop.trade();
  });
  afterAll(async () => {
    await receiver.close();
    await platform.stop();
  });

  const heard = (): Payload[] =>
    receiver.requests.filter(({ path }) => path === HEARD).map(({ body }) => JSON.parse(body) as Payload);

  it('happens', async () => {
    await eventually(() => {
      const kinds = new Set(heard().map(({ event }) => event));
      expect(PUBLIC_EVENT_KINDS.filter((kind) => !kinds.has(kind))).toEqual([]);
    });
  });

  it('is one of the catalogue, unless only services hear of it', () => {
    const known = [...catalogue.map(({ event }) => event), ...INTERNAL_EVENT_KINDS];
    expect([...bus.kinds].filter((kind) => !known.includes(kind))).toEqual([]);
    expect(bus.kinds).toContain('merchant.active');
  });

  it('fits its schema, and has no field that the schema does not name', () => {
    const validators = new Map(catalogue.map(({ event, schema }) => [event, compileSchema(closed(schema))]));
    const faults = heard().flatMap((payload) =>
      faultsOf(validators.get(payload.event)!, payload).map((fault) => `${payload.event} ${fault}`),
    );
    expect([...new Set(faults)]).toEqual([]);
  });

  it('tells each resource by itself from 1 on, without a gap', () => {
    const byResource = Map.groupBy(heard(), ({ data }) => String(data['id']));
    for (const payloads of byResource.values()) {
      const sequences = payloads.map(({ sequence }) => sequence);
      expect(sequences.toSorted((a, b) => a - b)).toEqual(sequences.map((_, index) => index + 1));
    }
  });

  it.each(PUBLIC_EVENT_KINDS)('%s: its example has those fields filled that a real one has', async (kind) => {
    const real = () => heard().filter(({ event }) => event === kind);
    const example = outlineOf(exampleEvent(kind) as Payload);
    await eventually(() => expect(real().map(outlineOf)).toContainEqual(example));
  });
});

/** The how-many-eth event of the resource it is, and which fields are null, zero or something. */
const outlineOf = ({ sequence, data }: Payload) => ({ sequence, data: fillingsOf(data) });

const fillingsOf = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fillingOf(name, value)]));

function fillingOf(name: string, value: unknown): unknown {
  if (name === 'status' || name === 'payment_method') return value;
  if (name === 'payment_details') return fillingsOf(value as object);
  return value === null || value === 0 || value === false ? value : 'something';
}
