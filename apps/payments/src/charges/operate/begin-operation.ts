import {
  done,
  DomainError,
  isSameBody,
  presentCharge,
  type Answer,
  type Charge,
  type IdempotencyRequest,
} from '@centavo/contracts';
import { Idempotency, isOncePerCommand, RetriableError, type MessageHeaders } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { findTask, insertTasks } from '../charge-tasks.sql.js';
import type { ChargeState } from '../charge.domain.js';
import { lockCharge, raiseVersion } from '../charges.sql.js';
import { TASK_LEASE_MS, type DueWork } from '../due-work.js';
import { isRefunded } from '../refunds.sql.js';
import { DONE, type ChargeOperation } from './operation.domain.js';
import { hasSameKey } from './under-way.js';

/** Who asks for what. */
export interface OperationCommand {
  readonly chargeId: string;
  /** null: nobody asked, time has come. */
  readonly asked: { readonly merchantId: string; readonly request: IdempotencyRequest } | null;
  readonly cause: MessageHeaders;
  /** Of a refund. */
  readonly refundId?: string;
  /** Decides on the charge as it is now. @throws DomainError when it cannot be done */
  readonly plan: (charge: ChargeState) => ChargeOperation;
}

/** An operation that is under way and this process's to carry out. */
export interface BegunOperation {
  readonly operation: ChargeOperation;
  readonly due: DueWork;
}

/**
 * Commits what is about to be asked of the acquirer, so that a successor finds it. One operation at a time is under way for a charge:
 * what is decided here still holds when the acquirer has answered.
 */
@Injectable()
export class BeginOperation {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the operation, or the answer that was kept for the request
   * @throws DomainError what `plan` throws; `charge_not_found`; `idempotency_in_progress` while the very same request is under way
   * @throws RetriableError while something else is under way for the charge
   */
  execute(command: OperationCommand): Promise<BegunOperation | Answer<Charge>> {
    return this.database.transaction(async (transaction) => {
      const { asked, cause, chargeId } = command;
      const leasedUntil = new Date(this.clock.nowMs() + TASK_LEASE_MS);
      // Before the answer is looked for: whoever is just writing it holds this lock.
      const found = await lockCharge(transaction, chargeId);
      const kept = asked && (await this.idempotency.find(transaction, asked.merchantId, asked.request));
      if (kept) return kept as Answer<Charge>;
      if (!found || (asked && found.merchant_id !== asked.merchantId)) throw new DomainError('charge_not_found');
      // Delivered again after its kept answer was purged: it was done, so say so.
      if (command.refundId && (await isRefunded(transaction, command.refundId))) {
        return done(DONE.refund, presentCharge(found));
      }
      const operation = command.plan(found);
      const task = { chargeId, kind: operation.kind, dueInMs: TASK_LEASE_MS, cause, operation };
      const begun = await insertTasks(transaction, [task]);
      if (!begun.has(chargeId)) await this.#refuse(transaction, command);
      await raiseVersion(transaction, chargeId);
      const charge = { ...found, version: found.version + 1 };
      return { operation, due: { charge, cause, leasedUntil, mayHaveRun: false } };
    });
  }

  async #refuse(transaction: Transaction, { chargeId, asked, cause }: OperationCommand): Promise<never> {
    const task = await findTask(transaction, chargeId);
    const underWay = task?.operation?.request;
    // The same command, delivered again, has a caller who still waits for the first: so let the bus try later.
    const isSameCommand = asked && (isOncePerCommand(asked.request) || isOfSameCaller(cause, task?.cause));
    if (asked && underWay && !isSameCommand && hasSameKey(asked.request, underWay)) {
      const isSame = isSameBody(asked.request.fingerprint, underWay.fingerprint);
      throw new DomainError(isSame ? 'idempotency_in_progress' : 'idempotency_key_reused');
    }
    throw new RetriableError('something else is under way for the charge');
  }
}

/** A request keeps its id when a proxy sends it to another gateway; others have ids of their own. */
const isOfSameCaller = ({ correlationId }: MessageHeaders, other: MessageHeaders | undefined): boolean =>
  correlationId !== undefined && correlationId === other?.correlationId;
