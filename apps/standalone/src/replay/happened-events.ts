import { EVENT_KINDS, type ServiceName } from '@centavo/contracts';
import type { ReceivedMessage } from '@centavo/messaging';
import type { Sql } from '@centavo/persistence';

/** The table whose rows count the events of a resource, by what stands before the dot of their kinds. */
const TABLES: Readonly<Record<string, readonly [service: ServiceName, table: string]>> = {
  charge: ['payments', 'charges'],
  payment_link: ['payments', 'payment_links'],
  merchant: ['onboarding', 'merchants'],
  submerchant: ['onboarding', 'submerchants'],
  submerchant_document: ['onboarding', 'submerchant_documents'],
  receivable: ['ledger', 'receivables'],
  anticipation: ['ledger', 'anticipations'],
  withdrawal: ['ledger', 'withdrawals'],
  postback: ['webhooks', 'postback_endpoints'],
  postback_endpoint: ['webhooks', 'postback_endpoints'],
};

const KINDS: ReadonlySet<string> = new Set(EVENT_KINDS);

/** A resource is behind an event when it counts fewer: the event tells of what the database has lost. */
interface Told {
  readonly table: (typeof TABLES)[string];
  readonly id: string;
  readonly sequence: number;
}

/**
 * Says of each event whether the resource that it is about has come so far.
 * @param of a service's database
 */
export async function haveHappened(
  of: (service: ServiceName) => Sql,
  events: readonly ReceivedMessage[],
): Promise<boolean[]> {
  const told = events.map(toldBy);
  const reached = new Map<string, number>();
  for (const [table, all] of Map.groupBy(told.filter(isTold), (one) => one.table)) {
    const rows = await of(table[0]).query<{ id: string; sequence: number }>(
      `SELECT id, sequence FROM ${table[1]} WHERE id = ANY ($1::uuid[])`,
      [[...new Set(all.map(({ id }) => id))]],
    );
    for (const { id, sequence } of rows) reached.set(`${table[1]} ${id}`, sequence);
  }
  return told.map((one) => one !== undefined && one.sequence <= (reached.get(`${one.table[1]} ${one.id}`) ?? 0));
}

/** Undefined of what is no event of the platform. */
function toldBy({ type, value, headers }: ReceivedMessage): Told | undefined {
  const table = KINDS.has(type) ? TABLES[type.split('.')[0]!] : undefined;
  const id = headers['resourceId'];
  if (!table || !id) return undefined;
  return { table, id, sequence: (JSON.parse(value) as { readonly sequence: number }).sequence };
}

const isTold = (told: Told | undefined): told is Told => told !== undefined;
