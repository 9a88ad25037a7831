import type { ChargeRecord } from '@centavo/contracts';
import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { PublishedRecords } from '../http/published-records.js';

export const CHARGES_VIEW = 'payments.published_charges';

/** Single charges; whoever reads some at the same time shares the statement. */
@Injectable()
export class ChargeRecords extends PublishedRecords<ChargeRecord> {
  constructor(database: Database) {
    super(database, CHARGES_VIEW, 'charge_not_found');
  }
}
