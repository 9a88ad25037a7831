import type { ChargeRecord } from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { PublishedRecords } from '../http/published-records.js';

export const CHARGES_VIEW = 'payments.published_charges';

/** Single charges; whoever reads some at the same time shares the statement. */
@Injectable()
export class ChargeRecords extends PublishedRecords<ChargeRecord> {
  constructor(reads: Reads) {
    super(reads, CHARGES_VIEW, 'charge_not_found');
  }
}
