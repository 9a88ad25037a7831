import { Database, overdueWork, type WorkTable } from '@centavo/persistence';
import { Metrics, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';

const EXPIRIES: WorkTable = {
  service: 'onboarding',
  work: 'document_expiries',
  table: 'submerchant_documents',
  dueAt: 'expires_at',
  condition: `expires_at IS NOT NULL AND status IN ('pending', 'approved')`,
};

const CHECKS: WorkTable = {
  service: 'onboarding',
  work: 'document_checks',
  table: 'document_checks',
  dueAt: 'due_at',
};

/** Shows what is to be done for documents and nobody does. */
@Injectable()
export class ObserveDueDocuments {
  constructor(database: Database, { verifyDocumentUrls }: Settings, metrics: Metrics) {
    metrics.observeState('onboarding: due work', async () => [
      ...(await overdueWork(database, EXPIRIES)),
      ...(verifyDocumentUrls ? await overdueWork(database, CHECKS) : []),
    ]);
  }
}
