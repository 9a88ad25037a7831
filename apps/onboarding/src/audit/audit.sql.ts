import type { AuditCall, AuditOutcome } from '@centavo/contracts';
import type { Sql, Transaction } from '@centavo/persistence';
import { newId } from '@centavo/runtime';

/** Something that an operator's call changed. */
export interface AuditEffect {
  /** The call, as the command carries it: `audit_call_id`; undefined from a gateway of before the audit log. */
  readonly auditCallId: string | undefined;
  /** `<resource>.<what became of it>`, like `merchant.created`. */
  readonly action: string;
  readonly resourceId: string;
  /** What cannot be seen from the call: what was there before, what was still open. Never a secret. */
  readonly details: object;
}

/** The same call twice is one: its command may be delivered again. */
export async function insertAuditCall(sql: Sql, call: AuditCall): Promise<void> {
  await sql.query(
    `INSERT INTO audit_calls (id, operator, method, path, query, resource_id, request_id, body)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT DO NOTHING`,
    [
      call.id,
      call.operator,
      call.method,
      call.path,
      toJson(call.query),
      call.resource_id,
      call.request_id,
      toJson(call.body),
    ],
  );
}

/** A call has one answer, the first. A call that never came in has none. */
export async function insertAuditAnswer(
  sql: Sql,
  { id, status, error }: AuditOutcome,
  answeredAt: Date,
): Promise<void> {
  await sql.query(
    `INSERT INTO audit_answers (call_id, status, error, answered_at)
     SELECT id, $2, $3, $4 FROM audit_calls WHERE id = $1
     ON CONFLICT DO NOTHING`,
    [id, status, error, answeredAt],
  );
}

/**
 * Writes what a call did, in the transaction that does it: there are both or neither. While services are upgraded one by one, commands come
 * from gateways that record no calls yet: those are carried out as they always were, and there is nothing to add an effect to.
 */
export async function recordAuditEffect(
  transaction: Transaction,
  { auditCallId, action, resourceId, details }: AuditEffect,
): Promise<void> {
  if (!auditCallId) return;

  await transaction.query(
    `INSERT INTO audit_effects (id, call_id, action, resource_id, details, at) VALUES ($1, $2, $3, $4, $5, now())`,
    [newId(), auditCallId, action, resourceId, JSON.stringify(details)],
  );
}

const toJson = (value: object | null): string | null => value && JSON.stringify(value);
