import type { StackService } from '../../../scripts/lib/stack.mjs';
import { SERVICES, type ChaosPlan } from '../plan.js';
import type { Random } from '../random.js';

/** One thing that is done to one victim, after a rest. */
export interface PlannedFault {
  readonly kind: 'kill -9' | 'pause' | 'crash';
  readonly restMs: number;
  /** Indexes of the instances. */
  readonly instances: readonly number[];
  readonly pauseMs: number;
}

/** What is done to each victim, one after the other; those of different victims overlap as they come. */
export interface FaultLane {
  readonly victim: StackService | 'PostgreSQL' | 'Kafka';
  readonly faults: readonly PlannedFault[];
}

/** One in so many kills takes all instances of a service. */
const ALL_AT_ONCE = 0.1;
const SHORTEST_PAUSE_MS = 2_000;
/** What a fault with its recovery takes, about. */
const FAULT_MS = 4_000;
const LEAST_REST_MS = 300;

/** Draws everything that is left to chance in what is done to the stack. */
export function planFaults(plan: ChaosPlan, random: Random): FaultLane[] {
  const lane = (victim: FaultLane['victim'], kinds: readonly PlannedFault['kind'][]): FaultLane => {
    const draws = random.fork();
    const meanMs = Math.max(LEAST_REST_MS, (plan.faultSeconds * 1_000) / kinds.length - FAULT_MS);
    return {
      victim,
      faults: shuffled(kinds, draws).map((kind) => ({
        kind,
        restMs: draws.between(0, 2 * meanMs),
        instances:
          kind === 'kill -9' && draws.chance(ALL_AT_ONCE) ? upTo(plan.instances) : [draws.whole(0, plan.instances - 1)],
        pauseMs: draws.between(SHORTEST_PAUSE_MS, plan.longestPauseMs),
      })),
    };
  };
  return [
    ...SERVICES.map((service) => lane(service, [...times('kill -9', plan.kills), ...times('pause', plan.pauses)])),
    lane('PostgreSQL', times('crash', plan.postgresCrashes)),
    lane('Kafka', times('kill -9', plan.kafkaKills)),
  ];
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const times = (kind: PlannedFault['kind'], count: number): PlannedFault['kind'][] => upTo(count).map(() => kind);

/** Fisher and Yates. */
function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = random.whole(0, last);
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}
