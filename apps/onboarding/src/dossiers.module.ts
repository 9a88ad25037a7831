import { GuardedHttpClient, Settings } from '@centavo/runtime';
import { Module } from '@nestjs/common';
import { CreateAddressHandler } from './addresses/create-address.handler.js';
import { CheckDocuments } from './documents/check/check-documents.js';
import { CreateDocumentHandler } from './documents/create-document.handler.js';
import { ExpireDocuments } from './documents/expire-documents.js';
import { ObserveDueDocuments } from './documents/observe-due-documents.js';
import { ReviewDocumentHandler } from './documents/review-document.handler.js';
import { CreateLegalRepresentativeHandler } from './legal-representatives/create-legal-representative.handler.js';
import { DeleteLegalRepresentativeHandler } from './legal-representatives/delete-legal-representative.handler.js';
import { UpdateLegalRepresentativeHandler } from './legal-representatives/update-legal-representative.handler.js';

/** A file's server has this long, in ms, to begin its answer. */
const FILE_TIMEOUT_MS = 10_000;

const guardedHttpClient = {
  provide: GuardedHttpClient,
  inject: [Settings],
  useFactory: ({ postbackAllowedNetworks, isSandbox }: Settings) =>
    new GuardedHttpClient({
      allowedNetworks: postbackAllowedNetworks,
      httpsOnly: !isSandbox,
      timeoutMs: FILE_TIMEOUT_MS,
    }),
};

/** What a submerchant is reviewed by: addresses, documents, legal representatives. */
@Module({
  controllers: [
    CreateAddressHandler,
    CreateDocumentHandler,
    ReviewDocumentHandler,
    CreateLegalRepresentativeHandler,
    UpdateLegalRepresentativeHandler,
    DeleteLegalRepresentativeHandler,
  ],
  providers: [ExpireDocuments, CheckDocuments, ObserveDueDocuments, guardedHttpClient],
})
export class DossiersModule {}
