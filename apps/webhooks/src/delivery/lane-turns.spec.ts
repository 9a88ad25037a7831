import type { Endpoint } from '../endpoints/endpoint.js';
import { DeliveryLimits } from './delivery-limits.js';
import { EndpointLane } from './endpoint-lane.js';
import { LaneTurns } from './lane-turns.js';

const limits = Object.assign(new DeliveryLimits(), { inFlightPerMerchant: 2 });

/** The lane of a merchant's endpoint: `a1` is one of merchant `a`. */
const laneOf = (id: string): EndpointLane => new EndpointLane({ id, merchantId: id[0] } as Endpoint, limits);

/** Gives every lane whose turn it is one attempt, and a turn again. */
function serve(turns: LaneTurns, atMost = Infinity): string[] {
  const served: string[] = [];
  while (served.length < atMost) {
    const lane = turns.next();
    if (!lane) break;
    turns.started(lane);
    turns.add(lane);
    served.push(lane.endpointId);
  }
  return served;
}

describe('the turns of lanes', () => {
  const [a1, a2, a3, b1] = ['a1', 'a2', 'a3', 'b1'].map(laneOf) as [
    EndpointLane,
    EndpointLane,
    EndpointLane,
    EndpointLane,
  ];
  let turns: LaneTurns;
  beforeEach(() => {
    turns = new LaneTurns(limits);
  });

  it('come one after the other, and a lane that is added twice has one', () => {
    for (const lane of [a1, b1, a1]) turns.add(lane);
    expect(serve(turns)).toEqual(['a1', 'b1', 'a1', 'b1']);
  });

  it('pass over a merchant that has its share under way, however many endpoints it has', () => {
    for (const lane of [a1, a2, a3, b1]) turns.add(lane);
    expect(serve(turns)).toEqual(['a1', 'a2', 'b1', 'b1']);
  });

  it("go on, when something of the merchant's is over, with its lane that has waited longest", () => {
    for (const lane of [a1, a2, a3]) turns.add(lane);
    expect(serve(turns)).toEqual(['a1', 'a2']);
    const next: string[][] = [];
    for (const lane of [a1, a2, a3]) {
      turns.ended(lane);
      turns.add(lane);
      next.push(serve(turns));
    }
    expect(next).toEqual([['a3'], ['a1'], ['a2']]);
  });

  it('let another merchant go first that has waited while one had its share', () => {
    for (const lane of [a1, a2, a3]) turns.add(lane);
    serve(turns);
    turns.add(b1);
    turns.ended(a1);
    expect(serve(turns, 2)).toEqual(['b1', 'a3']);
  });
});
