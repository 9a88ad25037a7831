import { Metrics } from '@centavo/runtime';
import { simulationNotice } from '@centavo/service';
import { Bank } from '../bank/bank.port.js';
import { GuardedBank } from '../bank/guarded-bank.js';
import { SandboxBank } from '../bank/sandbox/sandbox-bank.js';
import { CancelWithdrawal } from './cancel-withdrawal.js';
import { CreateWithdrawal } from './create/create-withdrawal.js';
import { WithdrawalDrafts } from './create/withdrawal-draft.js';
import { HandOver } from './hand-over/hand-over.js';
import { HandOverQueue } from './hand-over/hand-over-queue.js';
import { MoveWithdrawals } from './move/move-withdrawals.js';
import { RecoverWithdrawals } from './recover-withdrawals.js';
import { SimulateWithdrawal } from './simulate-withdrawal.js';

/** Who makes and pays withdrawals. The bank that they are handed to: another one takes the place of the sandbox here. */
export const WITHDRAWAL_PROVIDERS = [
  SandboxBank,
  simulationNotice('bank'),
  {
    provide: Bank,
    useFactory: (sandbox: SandboxBank, metrics: Metrics) => new GuardedBank(sandbox, metrics),
    inject: [SandboxBank, Metrics],
  },
  WithdrawalDrafts,
  CreateWithdrawal,
  MoveWithdrawals,
  HandOver,
  HandOverQueue,
  CancelWithdrawal,
  SimulateWithdrawal,
  RecoverWithdrawals,
];
