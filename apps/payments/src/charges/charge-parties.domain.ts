import { DomainError, SUBMERCHANT_ALLOWS, type SubmerchantStanding, type SubmerchantWallets } from '@centavo/contracts';
import type { NewCharge } from './charge.domain.js';

/** The submerchants that a charge names, by id. */
export type Submerchants = ReadonlyMap<string, SubmerchantStanding>;

/**
 * Whether the submerchant that a charge or payment link is for, if it is for one, is the merchant's and may be charged for.
 * @throws DomainError `submerchant_not_found`, `submerchant_not_active`
 */
export function assertSubmerchant(
  { merchant_id, submerchant_id }: Pick<NewCharge, 'merchant_id' | 'submerchant_id'>,
  submerchants: Submerchants,
): void {
  if (submerchant_id === null) return;
  const submerchant = submerchants.get(submerchant_id);
  if (submerchant?.merchant_id !== merchant_id) throw DomainError.onField('submerchant_not_found', 'submerchant_id');
  if (SUBMERCHANT_ALLOWS[submerchant.status].charge) return;
  const message = `The submerchant is ${submerchant.status} and cannot be charged for.`;
  throw DomainError.onField('submerchant_not_active', 'submerchant_id', message);
}

/**
 * Whether everyone named in the splits may have a part: the merchant and its submerchants, whatever their status, each once.
 * @throws DomainError `split_recipient_invalid` with every line that is wrong
 */
export function assertRecipients({ merchant_id, details: { splits } }: NewCharge, submerchants: Submerchants): void {
  const named = new Set<string>();
  const wrong = (splits ?? []).flatMap(({ recipient_id }, index) => {
    const isTheirs = recipient_id === merchant_id || submerchants.get(recipient_id)?.merchant_id === merchant_id;
    const isWrong = !isTheirs || named.has(recipient_id);
    named.add(recipient_id);
    return isWrong ? [`splits.${index}.recipient_id`] : [];
  });
  if (wrong.length === 0) return;
  const message = 'A recipient is the merchant or one of its submerchants, each at most once.';
  const details = wrong.map((field) => ({ field, code: 'split_recipient_invalid', message }));
  throw new DomainError('split_recipient_invalid', { details });
}

/** The wallet of each submerchant that a charge names; null when it names none. */
export function walletsOf(submerchants: Submerchants): SubmerchantWallets | null {
  if (submerchants.size === 0) return null;
  return Object.fromEntries([...submerchants.values()].map(({ id, wallet_id }) => [id, wallet_id]));
}
