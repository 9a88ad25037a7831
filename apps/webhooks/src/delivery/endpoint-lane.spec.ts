import type { Endpoint } from '../endpoints/endpoint.js';
import type { DeliveryJob } from './delivery-job.js';
import { DeliveryLimits } from './delivery-limits.js';
import { DUE_PRIORITIES } from './due-deliveries.sql.js';
import { claimExceptions, EndpointLane } from './endpoint-lane.js';

const NOW_MS = 1_000_000;
const limits = Object.assign(new DeliveryLimits(), {
  inFlightPerEndpoint: 4,
  waitingPerEndpoint: 3,
  claimPerEndpoint: 6,
});
const endpoint = { id: 'endpoint', merchantId: 'merchant', asOf: 1n } as Endpoint;

const at = (asOf: bigint, path: string): Endpoint => ({
  ...endpoint,
  asOf,
  url: new URL(`https://example.com/${path}`),
});

const job = (eventId: string, fields: Partial<DeliveryJob> = {}): DeliveryJob => ({
  deliveryId: `delivery of ${eventId}`,
  eventId,
  resourceId: eventId,
  endpoint,
  body: '{}',
  attempt: 1,
  priority: DUE_PRIORITIES.first,
  leasedUntilMs: NOW_MS + limits.leaseMs,
  traceparent: null,
  isClaimed: false,
  ...fields,
});

function laneWith(...jobs: DeliveryJob[]): EndpointLane {
  const lane = new EndpointLane(endpoint, limits);
  for (const it of jobs) lane.add(it);
  return lane;
}

/** Takes until nothing more can be started. */
function takeAll(lane: EndpointLane, nowMs = NOW_MS, letGo: DeliveryJob[] = []): string[] {
  const taken: string[] = [];
  for (let next = lane.take(nowMs, letGo); next; next = lane.take(nowMs, letGo)) taken.push(next.eventId);
  return taken;
}

describe("an endpoint's lane", () => {
  it('starts jobs in the order in which they came, as many as the endpoint may have', () => {
    expect(takeAll(laneWith(...['a', 'b', 'c', 'd', 'e'].map((id) => job(id))))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('starts the next first attempt of a resource when the one before it is over, answered or not', () => {
    const [pending, captured, refunded] = ['pending', 'captured', 'refunded'].map((id) =>
      job(id, { resourceId: 'charge' }),
    );
    const lane = laneWith(pending!, captured!, refunded!, job('other'));
    expect(takeAll(lane)).toEqual(['pending', 'other']);
    lane.finished(pending!, true);
    expect(takeAll(lane)).toEqual(['captured']);
    lane.finished(captured!, false);
    expect(takeAll(lane)).toEqual(['refunded']);
  });

  it('starts a first attempt before retries that wait longer', () => {
    const lane = laneWith(job('retry', { priority: DUE_PRIORITIES.retry }), job('first'));
    expect(takeAll(lane)).toEqual(['first', 'retry']);
  });

  it('leaves half of the endpoint to first attempts', () => {
    const lane = laneWith(...['r1', 'r2', 'r3'].map((id) => job(id, { priority: DUE_PRIORITIES.retry })));
    expect(takeAll(lane)).toEqual(['r1', 'r2']);
    lane.add(job('first'));
    expect(takeAll(lane)).toEqual(['first']);
  });

  it('halves with every attempt that is not answered, down to one, and grows again with answers', () => {
    const lane = laneWith(job('a'), job('b'));
    takeAll(lane);
    lane.finished(job('a'), false);
    lane.finished(job('b'), false);
    for (const id of ['c', 'd', 'e']) lane.add(job(id));
    expect(takeAll(lane)).toEqual(['c']);
    lane.finished(job('c'), true);
    expect(takeAll(lane)).toEqual(['d', 'e']);
  });

  it('lets go what could outlive its lease, with all that waits behind it', () => {
    const old = { resourceId: 'charge', leasedUntilMs: NOW_MS + limits.attemptTimeoutMs };
    const lane = laneWith(job('old', old), job('behind', { resourceId: 'charge' }), job('fresh'));
    const letGo: DeliveryJob[] = [];
    expect(takeAll(lane, NOW_MS, letGo)).toEqual(['fresh']);
    expect(letGo.map(({ eventId }) => eventId)).toEqual(['old', 'behind']);
    expect(lane.waiting).toBe(0);
  });

  it('takes no new deliveries while the table has earlier ones', () => {
    const lane = laneWith();
    expect(lane.roomForNew).toBe(3);
    lane.leaveToTable();
    expect(lane.roomForNew).toBe(0);
    lane.looked({ hasFirst: true, hasMore: true });
    expect(lane.roomForNew).toBe(0);
    lane.looked({ hasFirst: false, hasMore: true });
    expect(lane.roomForNew).toBe(3);
  });

  it('has room for as many new ones as may wait, and for claims as many as keep it busy', () => {
    const lane = laneWith(job('a'), job('b'));
    expect([lane.roomForNew, lane.roomForClaims]).toEqual([1, 6]);
    for (const id of ['c', 'd', 'e', 'f']) lane.add(job(id));
    expect([lane.roomForNew, lane.roomForClaims]).toEqual([0, 2]);
  });

  it('gives back all that waits, and goes on with what comes after', () => {
    const underWay = job('under way', { resourceId: 'charge' });
    const lane = laneWith(underWay);
    takeAll(lane);
    for (const it of [
      job('behind', { resourceId: 'charge' }),
      job('ready'),
      job('retry', { priority: DUE_PRIORITIES.retry }),
    ])
      lane.add(it);
    expect(
      lane
        .clear()
        .map(({ eventId }) => eventId)
        .toSorted(),
    ).toEqual(['behind', 'ready', 'retry']);
    expect(lane.waiting).toBe(0);
    lane.add(job('later', { resourceId: 'charge' }));
    expect(takeAll(lane)).toEqual([]);
    lane.finished(underWay, true);
    expect(takeAll(lane)).toEqual(['later']);
    lane.finished(job('later', { resourceId: 'charge' }), true);
    lane.looked({ hasFirst: false, hasMore: false });
    expect(lane.isForgettable(NOW_MS)).toBe(true);
  });

  it('attempts what waits with the endpoint as it is known by then, and never with an older one', () => {
    const lane = new EndpointLane(at(2n, 'old'), limits);
    const pathOfNext = () => lane.take(NOW_MS, [])?.endpoint.url.pathname;
    for (const id of ['a', 'b']) lane.add(job(id, { endpoint: at(2n, 'old') }));
    lane.refresh(at(3n, 'new'));
    expect(pathOfNext()).toBe('/new');
    lane.add(job('late', { endpoint: at(2n, 'old') }));
    expect([pathOfNext(), pathOfNext()]).toEqual(['/new', '/new']);
    lane.add(job('newer', { endpoint: at(4n, 'newest') }));
    expect(pathOfNext()).toBe('/newest');
  });

  it('starts nothing while it is held', () => {
    const lane = laneWith(job('a'));
    lane.hold();
    expect(takeAll(lane)).toEqual([]);
    lane.refresh(endpoint);
    expect(takeAll(lane)).toEqual(['a']);
  });

  it('keeps count of what waits that came from the table', () => {
    const lane = laneWith(job('a', { isClaimed: true }), job('b'), job('c', { isClaimed: true }));
    expect([lane.waiting, lane.claimed]).toEqual([3, 2]);
    lane.take(NOW_MS, []);
    expect([lane.waiting, lane.claimed]).toEqual([2, 1]);
    lane.take(NOW_MS + limits.leaseMs, []);
    expect([lane.waiting, lane.claimed]).toEqual([0, 0]);
  });

  it('is remembered for a while after it was too much for, and not for ever', () => {
    const lane = laneWith(job('a'));
    lane.take(NOW_MS, []);
    lane.finished(job('a'), false);
    expect(lane.isForgettable(NOW_MS + limits.forgetIdleMs - 1)).toBe(false);
    expect(lane.isForgettable(NOW_MS + limits.forgetIdleMs)).toBe(true);
  });
});

describe('what can be taken from the table', () => {
  it('is nothing of a merchant that has taken twice its share, at whichever of its endpoints', () => {
    const small = Object.assign(new DeliveryLimits(), { inFlightPerMerchant: 2, claimPerEndpoint: 4 });
    const laneOf = (id: string, merchantId: string) => new EndpointLane({ ...endpoint, id, merchantId }, small);
    const [full, other, stranger] = [laneOf('full', 'a'), laneOf('other', 'a'), laneOf('stranger', 'b')];
    for (const id of ['1', '2', '3']) full.add(job(id, { isClaimed: true }));
    other.add(job('new'));
    expect(claimExceptions([full, other, stranger], small)).toEqual([
      { endpointId: 'full', rows: 1 },
      { endpointId: 'other', rows: 1 },
    ]);
  });
});
