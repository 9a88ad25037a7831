import { newId, SecretBoxError } from '@centavo/runtime';
import { aTedBody, aWithdrawalBody, testSettings } from '@centavo/testing';
import { withdrawalCommand } from '../../testing/withdrawals-fixture.js';
import { WithdrawalDrafts } from './withdrawal-draft.js';

const drafts = new WithdrawalDrafts(testSettings());
const merchantId = newId();

describe('The draft of a withdrawal', () => {
  it('has in clear where the gateway’s sealed command says that the money goes', () => {
    const byPix = withdrawalCommand(merchantId, aWithdrawalBody(newId()));
    const byTed = withdrawalCommand(merchantId, aTedBody(newId()));
    expect(drafts.of(byPix).destination).toMatchObject({ key: 'maria@example.com', holderDocument: '12345678909' });
    expect(drafts.of(byTed).destination).toMatchObject({ bankCode: '341', account: '1234567' });
  });

  it('takes no destination of another withdrawal', () => {
    const [one, other] = [1, 2].map(() => withdrawalCommand(merchantId, aWithdrawalBody(newId())));
    expect(() => drafts.of({ ...one!, destination: other!.destination })).toThrow(SecretBoxError);
  });

  it('takes no destination that was sealed under another SECRETS_KEY', () => {
    const others = new WithdrawalDrafts(testSettings({ SECRETS_KEY: Buffer.alloc(32, 'other').toString('base64') }));
    expect(() => others.of(withdrawalCommand(merchantId, aWithdrawalBody(newId())))).toThrow(SecretBoxError);
  });
});
