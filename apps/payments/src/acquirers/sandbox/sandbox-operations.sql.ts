import { newId } from '@centavo/runtime';
import type { Sql, Transaction } from '@centavo/persistence';
import { UNHURRIED } from './unhurried.sql.js';
import type { OperationRequest, OperationResult } from '../acquirer.port.js';
import type { SandboxPayment } from './sandbox-payment.domain.js';

/** A payment that no other operation can touch until the transaction ends. */
export interface LockedPayment extends SandboxPayment {
  /** Key of its row. */
  readonly key: string;
  readonly charges_back: boolean;
}

/** Locks the payment with `reference`; undefined when there is none. Of a card that was approved twice, the first approval counts. */
export async function lockPayment(transaction: Transaction, reference: string): Promise<LockedPayment | undefined> {
  const [authorization] = await transaction.query<LockedPayment>(
    `SELECT id AS key, 'card' AS method, amount, captured_amount, refunded_amount, voided, charges_back
     FROM sandbox_authorizations
     WHERE reference = $1 AND outcome = 'approved'
     ORDER BY id
     LIMIT 1
     FOR UPDATE`,
    [reference],
  );
  if (authorization) return authorization;
  const [invoice] = await transaction.query<LockedPayment>(
    `SELECT reference AS key, method, amount, captured_amount, refunded_amount, voided, false AS charges_back
     FROM sandbox_payments
     WHERE reference = $1
     FOR UPDATE`,
    [reference],
  );
  return invoice;
}

/** Writes down how far a locked payment went. */
export async function updatePayment(transaction: Transaction, payment: LockedPayment): Promise<void> {
  const [table, key] = payment.method === 'card' ? ['sandbox_authorizations', 'id'] : ['sandbox_payments', 'reference'];
  await transaction.query(
    `UPDATE ${table} SET captured_amount = $2, refunded_amount = $3, voided = $4 WHERE ${key} = $1`,
    [payment.key, payment.captured_amount, payment.refunded_amount, payment.voided],
  );
}

/** Remembers an operation. Every request is a row, also one that was made before: what is done twice is seen twice. */
export async function insertOperation(
  transaction: Transaction,
  { reference, payment, kind, amount }: OperationRequest,
  result: OperationResult,
): Promise<void> {
  await transaction.query(
    `${UNHURRIED}
     INSERT INTO sandbox_operations (id, reference, payment, kind, amount, result)
     SELECT $1::uuid, $2::uuid, $3::uuid, $4::text, $5::bigint, $6::json FROM unhurried`,
    [newId(), reference, payment, kind, amount, JSON.stringify(result)],
  );
}

/** What became of an operation; one that was done goes before refusals of the same reference. */
export async function findOperation(sql: Sql, reference: string): Promise<OperationResult | undefined> {
  const [operation] = await sql.query<{ result: OperationResult }>(
    `SELECT result
     FROM sandbox_operations
     WHERE reference = $1
     ORDER BY result ->> 'outcome' = 'done' DESC, id
     LIMIT 1`,
    [reference],
  );
  return operation?.result;
}
