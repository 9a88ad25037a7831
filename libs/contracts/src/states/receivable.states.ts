export const RECEIVABLE_STATUSES = ['pending', 'anticipated', 'settled', 'suspended', 'canceled'] as const;
export type ReceivableStatus = (typeof RECEIVABLE_STATUSES)[number];
