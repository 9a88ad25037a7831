import type { CreateChargeDto, PaymentMethod } from '@centavo/contracts';
import { aChargeBodyBy } from '@centavo/testing';

const AN_ID = '01900000-0000-7000-8000-000000000001';

/** Bodies that need not be right. */
export const paidBy = (method: PaymentMethod, details: unknown) =>
  aChargeBodyBy(method, { payment_details: details as CreateChargeDto['payment_details'] });

export const split = (fields: object = {}) => ({ recipient_id: AN_ID, type: 'percentage', amount: 10, ...fields });
