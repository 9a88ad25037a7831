import { newId } from '@centavo/runtime';
import type { ChargeableCard } from '../../cards/card-reference.js';
import type { Acquirer, AuthorizationRequest, OperationRequest } from '../acquirer.port.js';

/** An adapter, connected to its acquirer's test environment. */
export interface AcquirerUnderTest {
  readonly acquirer: Acquirer;
  readonly cards: { readonly approved: ChargeableCard; readonly declined: ChargeableCard };
  /** Lets somebody pay the Pix code or the boleto with this reference. */
  readonly pay: (reference: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** R$ 100.00 at once on `card`; `request` replaces fields. */
export const anAuthorization = (
  card: ChargeableCard,
  request: Partial<AuthorizationRequest> = {},
): AuthorizationRequest => ({
  reference: newId(),
  amount: 10_000n,
  currency: 'BRL',
  installments: 1,
  capture: true,
  card,
  softDescriptor: null,
  ...request,
});

/** An operation with a reference of its own. */
export const anOperation = (kind: OperationRequest['kind'], payment: string, amount: bigint): OperationRequest => ({
  reference: newId(),
  kind,
  payment,
  externalId: null,
  amount,
});
