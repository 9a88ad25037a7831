import { DomainError } from '@centavo/contracts';
import { Outbox, type MessageHeaders } from '@centavo/messaging';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { AuthorizationQueue } from '../authorize/authorization-queue.js';
import type { ChargeTask, TaskKind } from '../charge-tasks.sql.js';
import { isPaidByCode, type ChargeState, type NewCharge } from '../charge.domain.js';
import { TASK_LEASE_MS } from '../due-work.js';
import { AbandonCharge } from './abandon-charge.js';

/** Transactions whose events the bus would not take yet: beyond these nothing new is begun. */
const MAX_UNPUBLISHED_ROWS = 1_000;

/** What is to be done after a charge is committed, and by when this instance has to have done it. */
export interface Launch {
  /** Null when that is up to the payer. */
  readonly task: ChargeTask | null;
  readonly leasedUntil: Date;
}

/** Takes a new charge from its commit to the acquirer. Should this process die in between, the task brings the charge back. */
@Injectable()
export class LaunchCharge {
  constructor(
    private readonly authorizations: AuthorizationQueue,
    private readonly abandonCharge: AbandonCharge,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `service_unavailable` while more is under way than would be done in time */
  assertRoom(): void {
    if (!this.authorizations.isFull && this.outbox.pending <= MAX_UNPUBLISHED_ROWS) return;
    throw new DomainError('service_unavailable', { retryAfterSeconds: 1 });
  }

  /** To be called right before the charge is written, with which its task is. */
  prepare(charge: NewCharge, cause: MessageHeaders): Launch {
    const kind = nextTaskOf(charge);
    return {
      task: kind && { chargeId: charge.id, kind, dueInMs: TASK_LEASE_MS, cause, operation: null },
      leasedUntil: new Date(this.clock.nowMs() + TASK_LEASE_MS),
    };
  }

  /** @param charge as it is committed */
  async execute({ task, leasedUntil }: Launch, charge: ChargeState): Promise<void> {
    if (!task) return;
    const due = { charge, cause: task.cause, leasedUntil, mayHaveRun: false };
    if (task.kind === 'authorize') this.authorizations.add(due);
    if (task.kind === 'abandon') await this.abandonCharge.execute(due);
  }
}

/** Cards go to the acquirer; a code waits for its payer; where none could be made the charge is given up. */
function nextTaskOf(charge: NewCharge): TaskKind | null {
  if (!isPaidByCode(charge)) return 'authorize';
  return charge.external_id === null ? 'abandon' : null;
}
