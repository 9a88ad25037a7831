import type { Clock } from '@centavo/runtime';
import {
  AcquirerTimeoutError,
  type Acquirer,
  type OperationRequest,
  type OperationResult,
} from '../../acquirers/acquirer.port.js';
import { askAcquirer } from '../ask-acquirer.js';
import type { ChargeState } from '../charge.domain.js';
import type { DueWork } from '../due-work.js';
import type { ChargeOperation } from './operation.domain.js';

/**
 * Has the acquirer carry out an operation, once. @returns undefined when it certainly did nothing
 * @throws AcquirerTimeoutError when it may have; see also {@link askAcquirer}
 */
export async function operate(
  acquirer: Acquirer,
  charge: Pick<ChargeState, 'id' | 'external_id'>,
  operation: ChargeOperation,
  due: Pick<DueWork, 'leasedUntil' | 'mayHaveRun'>,
  clock: Clock,
): Promise<OperationResult | undefined> {
  const request: OperationRequest = {
    // An expired authorization or code is given back like one that the merchant voids.
    kind: operation.kind === 'expire' ? 'void' : operation.kind,
    reference: operation.reference,
    payment: charge.id,
    externalId: charge.external_id,
    amount: BigInt(operation.amount),
  };
  const { result, isCertain } = await askAcquirer(
    { ask: () => acquirer.operate(request), inquire: () => acquirer.inquireOperation(request.reference) },
    due,
    () => clock.nowMs(),
  );
  if (!result && !isCertain) throw new AcquirerTimeoutError('the acquirer does not say whether it was done');
  return result;
}
