import { DomainError, toErrorAnswer, type Answer, type Charge, type ErrorCode } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import { ChargeWriter } from '../write/charge-writer.js';
import { BeginOperation, type OperationCommand } from './begin-operation.js';
import { FinishOperation } from './finish-operation.js';

/** What capture, void, refund and expiry have in common: begun, carried out, and answered once however often they are asked. */
@Injectable()
export class OperateOnCharge {
  constructor(
    private readonly begin: BeginOperation,
    private readonly finish: FinishOperation,
    private readonly writer: ChargeWriter,
  ) {}

  /** @throws DomainError, RetriableError as {@link BeginOperation} and {@link FinishOperation} do; refusals are kept for who asked */
  async execute(command: OperationCommand): Promise<Answer<Charge>> {
    try {
      const begun = await this.begin.execute(command);
      return 'ok' in begun ? begun : await this.finish.execute(begun);
    } catch (error) {
      const { asked, chargeId } = command;
      if (!asked || !isRefusal(error)) throw error;
      return this.writer.refuse(asked.merchantId, asked.request, toErrorAnswer(error), chargeId);
    }
  }
}

/** Refusals of the repetition, not of what is asked. */
const ABOUT_THE_KEY: ReadonlySet<ErrorCode> = new Set(['idempotency_in_progress', 'idempotency_key_reused']);

/** An answer for good: asked again, it would be the same. */
const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.status < 500 && !ABOUT_THE_KEY.has(error.code);
