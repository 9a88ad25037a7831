import { Module } from '@nestjs/common';
import { SubmerchantsModule } from '../submerchants/submerchants.module.js';
import { AddressesController } from './addresses.controller.js';
import { CreateAddress } from './create-address.js';
import { CreateDocument } from './create-document.js';
import { CreateLegalRepresentative } from './create-legal-representative.js';
import { DeleteLegalRepresentative } from './delete-legal-representative.js';
import { DocumentReviewsController } from './document-reviews.controller.js';
import { DocumentsController } from './documents.controller.js';
import { DossierQueries } from './dossier.queries.js';
import { LegalRepresentativesController } from './legal-representatives.controller.js';
import { ReviewDocument } from './review-document.js';
import { UpdateLegalRepresentative } from './update-legal-representative.js';

/** What a submerchant is reviewed by: addresses, documents, legal representatives. */
@Module({
  imports: [SubmerchantsModule],
  controllers: [AddressesController, DocumentsController, DocumentReviewsController, LegalRepresentativesController],
  providers: [
    DossierQueries,
    CreateAddress,
    CreateDocument,
    ReviewDocument,
    CreateLegalRepresentative,
    UpdateLegalRepresentative,
    DeleteLegalRepresentative,
  ],
})
export class DossiersModule {}
