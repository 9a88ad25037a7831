import { OPERATION_TYPES } from '../clients/operation-types.js';
import type { Evidence } from '../evidence/evidence.js';
import { isGranted, type Fault, type Operation, type Try } from '../evidence/operation.js';

/** How long something took, over all faults of a kind, in ms. */
export interface Recovery {
  readonly victim: string;
  readonly kind: string;
  readonly count: number;
  /** From the kill until its health check says so. */
  readonly ready: readonly number[];
  /** From the kill until an operation was granted that was sent after it and that needs the victim. */
  readonly served: readonly number[];
}

/** What is measured: what ends without warning. */
const WITHOUT_WARNING = new Set(['kill -9', 'crash']);

export function recoveriesOf({ story, postbacks }: Pick<Evidence, 'story' | 'postbacks'>): Recovery[] {
  const granted = [...story.operations.values()].flatMap(({ type, tries }) =>
    tries.filter((each) => each.isForGood && isGranted(each)).map((each) => ({ type, each })),
  );
  granted.sort((a, b) => a.each.sentAt - b.each.sentAt);
  const groups = Map.groupBy(
    story.faults.filter(({ kind }) => WITHOUT_WARNING.has(kind)),
    ({ victim }) => victim,
  );
  return [...groups].map(([victim, faults]) => ({
    victim,
    kind: faults[0]!.kind,
    count: faults.length,
    ready: faults.flatMap(({ at, readyAt }) => (readyAt === undefined ? [] : [readyAt - at])),
    served: faults.flatMap((fault) => servedAfter(fault, granted, postbacks.arrivals) ?? []),
  }));
}

function servedAfter(
  { victim, instances, at }: Fault,
  granted: readonly { readonly type: Operation['type']; readonly each: Try }[],
  arrivals: readonly number[],
): number | undefined {
  if (victim === 'webhooks') {
    const arrival = arrivals.find((time) => time > at);
    return arrival === undefined ? undefined : arrival - at;
  }
  const isThrough = ({ type, each }: (typeof granted)[number]): boolean => {
    if (victim === 'gateway') return instances.includes(each.gateway);
    return victim === 'PostgreSQL' || victim === 'Kafka' || OPERATION_TYPES[type].service === victim;
  };
  const from = firstAfter(granted, at);
  const answers = granted.slice(from, from + LOOKED_AT).filter(isThrough);
  return answers.length === 0 ? undefined : Math.min(...answers.map(({ each }) => each.answeredAt!)) - at;
}

/** More than are under way at once. */
const LOOKED_AT = 2_000;

function firstAfter(sorted: readonly { readonly each: Try }[], at: number): number {
  const index = sorted.findIndex(({ each }) => each.sentAt > at);
  return index === -1 ? sorted.length : index;
}
