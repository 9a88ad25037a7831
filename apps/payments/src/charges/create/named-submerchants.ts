import { SUBMERCHANT_ALLOWS, type SplitDto, type SubmerchantStanding } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import { AskOnboarding } from '../../submerchants/ask-onboarding.js';
import { KnownSubmerchants } from '../../submerchants/known-submerchants.js';
import type { Submerchants } from '../charge-parties.domain.js';

const NONE: Submerchants = new Map();

/** What a merchant asks for, as far as it names others beside the merchant. */
interface Naming {
  readonly merchant_id: string;
  readonly body: {
    readonly submerchant_id?: string | null;
    readonly splits?: readonly SplitDto[] | null;
  };
}

/**
 * Finds the submerchants that a new charge or payment link names. What payments has heard is enough to let a charge through, but never to refuse it:
 * what would refuse it may be old news, so onboarding is asked first. One that was registered or reinstated a moment ago can be
 * charged for at once; one that was suspended is refused as soon as its event has come.
 */
@Injectable()
export class NamedSubmerchants {
  constructor(
    private readonly known: KnownSubmerchants,
    private readonly onboarding: AskOnboarding,
  ) {}

  /**
   * @returns those that there are, whosever they are
   * @throws DomainError `service_unavailable` when onboarding would have to be asked and does not answer
   */
  async of(command: Naming): Promise<Submerchants> {
    const ids = namedBy(command);
    if (ids.length === 0) return NONE;
    const known = await this.known.find(ids);
    const owner = command.body.submerchant_id?.toLowerCase();
    const doubtful = ids.filter((id) => isDoubtful(known.get(id), id === owner));
    if (doubtful.length === 0) return known;
    const now = await this.onboarding.execute(doubtful);
    await this.known.keep(now);
    return new Map([...known, ...now.map((standing) => [standing.id, standing] as const)]);
  }
}

/** Whoever is named beside the merchant itself, each once. */
function namedBy({ merchant_id, body: { submerchant_id, splits } }: Naming): string[] {
  const named = [submerchant_id, ...(splits ?? []).map(({ recipient_id }) => recipient_id)];
  const ids = new Set(named.flatMap((id) => id?.toLowerCase() ?? []));
  ids.delete(merchant_id);
  return [...ids];
}

/** Whose a submerchant is never changes, so another merchant's is refused without asking. */
const isDoubtful = (standing: SubmerchantStanding | undefined, isOwner: boolean): boolean =>
  !standing || (isOwner && !SUBMERCHANT_ALLOWS[standing.status].charge);
