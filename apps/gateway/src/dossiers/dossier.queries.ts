import {
  done,
  presentLegalRepresentative,
  presentSubmerchantAddress,
  presentSubmerchantDocument,
  type LegalRepresentative,
  type LegalRepresentativeRecord,
  type SubmerchantAddress,
  type SubmerchantAddressRecord,
  type SubmerchantDocument,
  type SubmerchantDocumentRecord,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { PublishedParts } from '../http/published-parts.js';
import { SubmerchantQueries } from '../submerchants/submerchants.queries.js';

const ownerColumn = 'submerchant_id';

/** All that was handed in about a submerchant, newest first: these lists are not paged. */
@Injectable()
export class DossierQueries {
  readonly #addresses: PublishedParts<SubmerchantAddressRecord>;
  readonly #documents: PublishedParts<SubmerchantDocumentRecord>;
  readonly #representatives: PublishedParts<LegalRepresentativeRecord>;

  constructor(
    reads: Reads,
    private readonly submerchants: SubmerchantQueries,
  ) {
    this.#addresses = new PublishedParts(reads, { view: 'onboarding.published_submerchant_addresses', ownerColumn });
    this.#documents = new PublishedParts(reads, { view: 'onboarding.published_submerchant_documents', ownerColumn });
    this.#representatives = new PublishedParts(reads, {
      view: 'onboarding.published_legal_representatives',
      ownerColumn,
    });
  }

  /** @throws DomainError `submerchant_not_found` */
  async addresses(merchantId: string, submerchantId: string): Promise<SuccessAnswer<SubmerchantAddress[]>> {
    const records = await this.#newestFirst(this.#addresses, merchantId, submerchantId);
    return done('Addresses.', records.map(presentSubmerchantAddress));
  }

  /** @throws DomainError `submerchant_not_found` */
  async documents(merchantId: string, submerchantId: string): Promise<SuccessAnswer<SubmerchantDocument[]>> {
    const records = await this.#newestFirst(this.#documents, merchantId, submerchantId);
    return done('Documents.', records.map(presentSubmerchantDocument));
  }

  /** @throws DomainError `submerchant_not_found` */
  async representatives(merchantId: string, submerchantId: string): Promise<SuccessAnswer<LegalRepresentative[]>> {
    const records = await this.#newestFirst(this.#representatives, merchantId, submerchantId);
    return done('Legal representatives.', records.map(presentLegalRepresentative));
  }

  async #newestFirst<Row extends { readonly id: string }>(
    parts: PublishedParts<Row>,
    merchantId: string,
    submerchantId: string,
  ): Promise<Row[]> {
    // First: nothing is read of what is another merchant's.
    await this.submerchants.recordOf(merchantId, submerchantId);
    return (await parts.of(submerchantId)).toReversed();
  }
}
