import { randomUUID } from 'node:crypto';
import type { CreateWithdrawalDto } from '@centavo/contracts';

/** What the API is sent: only what the type asks for. */
export type WithdrawalBody = Pick<CreateWithdrawalDto, 'type' | 'wallet_id' | 'amount' | 'idempotency_key'> &
  Partial<CreateWithdrawalDto>;

/** R$ 100.00 by Pix, under a key of its own. */
export const aWithdrawalBody = (
  walletId: string,
  fields: Partial<Omit<CreateWithdrawalDto, 'wallet_id'>> = {},
): WithdrawalBody => ({
  type: 'pix',
  wallet_id: walletId,
  amount: 10_000,
  idempotency_key: `payout-${randomUUID()}`,
  pix_key: 'maria@example.com',
  pix_key_type: 'email',
  pix_key_holder_document_type: 'cpf',
  pix_key_holder_document: '12345678909',
  ...fields,
});

/** R$ 100.00 by TED, which waits in the sandbox until somebody says how it ends. */
export const aTedBody = (
  walletId: string,
  fields: Partial<Omit<CreateWithdrawalDto, 'wallet_id'>> = {},
): WithdrawalBody => ({
  type: 'ted',
  wallet_id: walletId,
  amount: 10_000,
  idempotency_key: `payout-${randomUUID()}`,
  bank_account: {
    bank_code: '341',
    ispb: '60701190',
    branch: '0001',
    account: '1234567',
    account_digit: '8',
    account_type: 'checking',
    holder_name: 'Maria Silva',
    holder_document: '12345678909',
  },
  ...fields,
});
