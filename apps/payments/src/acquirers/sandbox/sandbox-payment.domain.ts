import type { OperationRequest } from '../acquirer.port.js';

/** How far a payment went in the sandbox's own books. */
export interface SandboxPayment {
  readonly method: 'card' | 'pix' | 'boleto';
  /** Centavos that were authorized, or that the code or boleto asks for. */
  readonly amount: bigint;
  /** Centavos. What was paid for a code or boleto counts as captured. */
  readonly captured_amount: bigint;
  /** Centavos. */
  readonly refunded_amount: bigint;
  readonly voided: boolean;
}

/** What became of an operation: the payment after it, or why an acquirer would not do it. */
export type SandboxDecision<Payment> = { readonly after: Payment } | { readonly refusal: string };

/** Decides a capture, void or refund as an acquirer does, on nothing but what it knows itself. */
export function decide<Payment extends SandboxPayment>(
  payment: Payment,
  { kind, amount }: Pick<OperationRequest, 'kind' | 'amount'>,
): SandboxDecision<Payment> {
  if (payment.voided) return { refusal: 'already voided' };
  switch (kind) {
    case 'capture':
      return decideCapture(payment, amount);
    case 'void':
      return decideVoid(payment);
    case 'refund':
      return decideRefund(payment, amount);
  }
}

function decideCapture<Payment extends SandboxPayment>(payment: Payment, amount: bigint): SandboxDecision<Payment> {
  if (payment.method !== 'card') return { refusal: 'only an authorization can be captured' };
  if (payment.captured_amount > 0n) return { refusal: 'already captured' };
  if (amount > payment.amount) return { refusal: 'more than was authorized' };
  return { after: { ...payment, captured_amount: amount } };
}

function decideVoid<Payment extends SandboxPayment>(payment: Payment): SandboxDecision<Payment> {
  if (payment.captured_amount === 0n) return { after: { ...payment, voided: true } };
  return { refusal: payment.method === 'card' ? 'already captured' : 'already paid' };
}

function decideRefund<Payment extends SandboxPayment>(payment: Payment, amount: bigint): SandboxDecision<Payment> {
  const refunded = payment.refunded_amount + amount;
  if (refunded > payment.captured_amount) return { refusal: 'more than was captured' };
  return { after: { ...payment, refunded_amount: refunded } };
}
