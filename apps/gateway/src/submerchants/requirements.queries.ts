import {
  done,
  requirementsOf,
  type LegalRepresentativeRecord,
  type Requirement,
  type SubmerchantDocumentRecord,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { PublishedParts } from '../http/published-parts.js';
import { SubmerchantQueries } from './submerchants.queries.js';

@Injectable()
export class RequirementQueries {
  readonly #documents: PublishedParts<SubmerchantDocumentRecord>;
  readonly #representatives: PublishedParts<LegalRepresentativeRecord>;

  constructor(
    reads: Reads,
    private readonly submerchants: SubmerchantQueries,
  ) {
    const ownerColumn = 'submerchant_id';
    this.#documents = new PublishedParts(reads, {
      view: 'onboarding.published_submerchant_documents',
      ownerColumn,
      // What was replaced does not count, and there may be much of it.
      where: `status <> 'replaced'`,
    });
    this.#representatives = new PublishedParts(reads, {
      view: 'onboarding.published_legal_representatives',
      ownerColumn,
    });
  }

  /** @throws DomainError `submerchant_not_found` */
  async of(merchantId: string, id: string): Promise<SuccessAnswer<Requirement[]>> {
    // First: nothing is read of what is another merchant's.
    const submerchant = await this.submerchants.recordOf(merchantId, id);
    const [documents, representatives] = await Promise.all([this.#documents.of(id), this.#representatives.of(id)]);
    return done('Requirements.', requirementsOf({ submerchant, documents, representatives }));
  }
}
