import { startOfDaySaoPaulo, type LocalDate } from '@centavo/brazil';
import {
  done,
  DomainError,
  isSameBody,
  type Answer,
  type RunSettlementCommand,
  type SettlementSummary,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, Settings } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { lockDueOfMerchant } from './due-receivables.sql.js';
import { SettleReceivables } from './settle-receivables.js';
import { finishRequestedRun, requestedRunOf } from './settlement-runs.sql.js';

/**
 * The sandbox's settlement of one merchant as if a day had come. It may take many transactions, so the request has a run that counts what they
 * settle: when it dies in between, or its client gave up waiting, the same request goes on with that run, and answers for all of it. The answer is
 * kept when the run is finished, in one transaction.
 */
@Controller()
export class RunSettlementHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly settleReceivables: SettleReceivables,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /**
   * @throws DomainError `idempotency_key_reused` when the run that its key began had another body
   * @throws Error when not everything could be settled; the rest is
   */
  @MessagePattern('settlements.run')
  async handle(
    @Payload() command: RunSettlementCommand,
    @Ctx() context: BusContext,
  ): Promise<Answer<SettlementSummary>> {
    if (!this.settings.isSandbox) throw new DomainError('route_not_found');
    const { merchant_id, body } = command;
    const request = oncePerCommand(command, context);
    const kept = await this.idempotency.find(this.database, merchant_id, request);
    if (kept) return kept as Answer<SettlementSummary>;

    const run = await requestedRunOf(this.database, merchant_id, request, this.clock.now());
    if (!isSameBody(run.fingerprint, request.fingerprint)) throw new DomainError('idempotency_key_reused');
    const dueAt = startOfDaySaoPaulo(body.until as LocalDate);
    const unsettled = await this.settleReceivables.execute({
      runId: run.id,
      cause: context.caused,
      lock: (transaction, after, limit) => lockDueOfMerchant(transaction, merchant_id, dueAt, after, limit),
    });
    if (unsettled > 0) throw new Error(`${unsettled} receivables of the merchant's cannot be settled`);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, merchant_id, request, async (transaction) => {
        const { settled, amount } = await finishRequestedRun(transaction, run.id, this.clock.now());
        return done('Receivables settled.', { settled: Number(settled), amount: Number(amount) });
      }),
    );
  }
}
