import type { WithdrawalMethod } from '@centavo/contracts';
import type { Line, StatementText } from '../journal/accounts.domain.js';
import { postingLines } from '../journal/postings.domain.js';
import { netAmountOf, ownerOf, type WithdrawalState } from './withdrawal.domain.js';

const METHOD_NAMES: Readonly<Record<WithdrawalMethod, string>> = { pix: 'Pix', ted: 'TED', crypto: 'crypto' };

/** What a withdrawal does to the accounts when it is made. */
export const withdrawalLines = (withdrawal: WithdrawalState): Line[] =>
  postingLines('withdrawal', subjectOf(withdrawal, 'withdrawal', 'Withdrawal by'), { amount: withdrawal.amount });

/** … when the bank has paid it; … */
export const completionLines = (withdrawal: WithdrawalState): Line[] => {
  const { amount, fee } = withdrawal;
  const subject = { ownerId: ownerOf(withdrawal), receivableId: null };
  return postingLines('withdrawal_completed', subject, { amount, fee, paid_out: netAmountOf(withdrawal) });
};

/** … and when the money comes back. */
export const reversalLines = (withdrawal: WithdrawalState): Line[] =>
  postingLines('withdrawal_reversal', subjectOf(withdrawal, 'withdrawal_reversal', 'Reversal of a withdrawal by'), {
    amount: withdrawal.amount,
  });

const subjectOf = (withdrawal: WithdrawalState, referenceType: StatementText['referenceType'], text: string) => ({
  ownerId: ownerOf(withdrawal),
  receivableId: null,
  statement: { referenceType, referenceId: withdrawal.id, description: `${text} ${METHOD_NAMES[withdrawal.type]}` },
});
