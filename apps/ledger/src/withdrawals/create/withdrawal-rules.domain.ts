import { DomainError, SUBMERCHANT_ALLOWS } from '@centavo/contracts';
import type { Centavos } from '@centavo/money';
import type { WithdrawalFacts } from './withdrawal-facts.sql.js';
import type { WithdrawalDraft } from './withdrawal-draft.js';

/** What a withdrawal costs and whose money it is, once it is known to be allowed. */
export interface WithdrawalTerms {
  readonly submerchantId: string | null;
  /** Centavos. */
  readonly fee: Centavos;
}

/**
 * Whether a withdrawal may be, but for its PIN and the balance, which come last: a PIN is only tried for what would be done with it.
 * @param hasCrypto whether the deployment has withdrawals in crypto
 * @throws DomainError what the destination breaks; `merchant_suspended`, `submerchant_not_found`, `wallet_not_found`, `submerchant_not_approved`,
 * `withdrawal_method_disabled`, `amount_below_fee`
 */
export function termsOf(draft: WithdrawalDraft, facts: WithdrawalFacts, hasCrypto: boolean): WithdrawalTerms {
  if (draft.destination instanceof DomainError) throw draft.destination;
  if (facts.isSuspended) throw new DomainError('merchant_suspended');
  const submerchantId = assertOwner(draft, facts);
  const { type, amount } = draft;
  if (!facts.methods.includes(type) || (type === 'crypto' && !hasCrypto)) {
    throw DomainError.onField('withdrawal_method_disabled', 'type');
  }
  const fee = BigInt(facts.fees[type]);
  if (amount - fee < 1n) {
    throw DomainError.onField('amount_below_fee', 'amount', `amount must be above the fee of ${fee} centavos`);
  }
  return { submerchantId, fee };
}

/** @returns the submerchant whose wallet it is, null when it is the merchant's own */
function assertOwner({ submerchantId }: WithdrawalDraft, { wallet, knowsSubmerchant }: WithdrawalFacts): string | null {
  if (!knowsSubmerchant) throw DomainError.onField('submerchant_not_found', 'submerchant_id');
  if (!wallet) throw DomainError.onField('wallet_not_found', 'wallet_id');
  if (submerchantId && wallet.ownerId !== submerchantId) {
    throw DomainError.onField('wallet_not_found', 'wallet_id', 'The submerchant has no such wallet.');
  }
  if (wallet.ownerType === 'merchant') return null;
  const mayWithdraw = wallet.ownerStatus !== null && SUBMERCHANT_ALLOWS[wallet.ownerStatus].withdraw;
  if (!mayWithdraw) throw DomainError.onField('submerchant_not_approved', 'wallet_id');
  return wallet.ownerId;
}

/**
 * What a transaction PIN says to a withdrawal that would otherwise be.
 * @param verifiedPinId the PIN that was given and found right
 * @returns the id of the PIN that is to be verified first, null when there is nothing to verify
 * @throws DomainError `transaction_pin_locked`, `transaction_pin_required`
 */
export function pinToVerify(
  draft: WithdrawalDraft,
  { pin }: WithdrawalFacts,
  verifiedPinId: string | null,
): string | null {
  if (!pin) return null;
  if (pin.isLocked) throw new DomainError('transaction_pin_locked');
  if (!draft.sealedPin) throw DomainError.onField('transaction_pin_required', 'transaction_pin');
  return verifiedPinId === pin.id ? null : pin.id;
}
