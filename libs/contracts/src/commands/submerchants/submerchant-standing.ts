import type { EventPayload } from '../../events/event.js';
import type { Submerchant } from '../../resources/submerchant.js';
import type { SubmerchantStatus } from '../../states/submerchant.states.js';

/** What the rest of the platform has to know of a submerchant: whose it is, where its money goes and what it may do. */
export interface SubmerchantStanding {
  readonly id: string;
  readonly merchant_id: string;
  readonly wallet_id: string;
  readonly status: SubmerchantStatus;
  /** Of its last event: of two standings the one with the higher number is the later one. */
  readonly sequence: number;
}

/** Asks onboarding how submerchants stand now. */
export interface FindSubmerchantsCommand {
  readonly submerchant_ids: readonly string[];
}

/** Wallets by the id of the submerchant that each belongs to. */
export type SubmerchantWallets = Readonly<Record<string, string>>;

/**
 * How a submerchant stands, by an event of it.
 * @param headers of the event
 * @throws Error when they do not say whose it is and where its money goes
 */
export function standingOf(
  { data: { id, status }, sequence }: EventPayload<Pick<Submerchant, 'id' | 'status'>>,
  { merchantId, walletId }: Readonly<Record<string, string | undefined>>,
): SubmerchantStanding {
  if (!merchantId || !walletId) throw new Error(`an event of submerchant ${id} does not name its merchant and wallet`);
  return { id, merchant_id: merchantId, wallet_id: walletId, status, sequence };
}

/** Of each submerchant the latest standing. */
export function latestStandings(standings: readonly SubmerchantStanding[]): SubmerchantStanding[] {
  const latest = new Map<string, SubmerchantStanding>();
  for (const standing of standings) {
    const other = latest.get(standing.id);
    if (!other || other.sequence < standing.sequence) latest.set(standing.id, standing);
  }
  return [...latest.values()];
}
