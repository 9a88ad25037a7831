import { PUBLIC_EVENT_KINDS, type PublicEventKind } from '@centavo/contracts';

const ALL_OF_RESOURCE = '.*';

/** The kinds that one entry of an endpoint's `events` stands for: a kind, `<resource>.*` or `*`. None when it is unknown. */
export function kindsOf(entry: string): readonly PublicEventKind[] {
  if (entry === '*') return PUBLIC_EVENT_KINDS;
  if (!entry.endsWith(ALL_OF_RESOURCE)) return PUBLIC_EVENT_KINDS.filter((kind) => kind === entry);
  const resource = entry.slice(0, -ALL_OF_RESOURCE.length);
  return PUBLIC_EVENT_KINDS.filter((kind) => kind.split('.')[0] === resource);
}

/** All kinds that an endpoint hears. */
export const selectedKinds = (events: readonly string[]): ReadonlySet<string> => new Set(events.flatMap(kindsOf));
