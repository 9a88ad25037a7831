import { DomainError, toErrorAnswer, type Answer, type Charge, type CreateChargeCommand } from '@centavo/contracts';
import { isKept, type MessageHeaders } from '@centavo/messaging';
import { faultPoint } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { ChargeWriter } from '../write/charge-writer.js';
import { DraftCharge } from './draft-charge.js';
import { LaunchCharge } from './launch-charge.js';
import { orRefusal } from './refusal.js';

/** `charges.create`: commits a pending charge, and lines a card up for the acquirer. */
@Injectable()
export class CreateCharge {
  constructor(
    private readonly draftCharge: DraftCharge,
    private readonly launchCharge: LaunchCharge,
    private readonly writer: ChargeWriter,
  ) {}

  /**
   * @param cause correlation and trace for what this leads to
   * @throws DomainError as {@link DraftCharge} does; `service_unavailable`
   */
  async execute(command: CreateChargeCommand, cause: MessageHeaders): Promise<Answer<Charge>> {
    this.launchCharge.assertRoom();
    const charge = await orRefusal(() => this.draftCharge.execute(command));
    if (charge instanceof DomainError) return this.#refuse(command, charge);
    const launch = this.launchCharge.prepare(charge, cause);
    const { task } = launch;
    const result = await this.writer.create({ charge, task, idempotency: command.idempotency, cause });
    faultPoint('create.after-commit');
    // Answered before the acquirer is called; should this process die now, the task brings the charge back.
    if (result.charge) await this.launchCharge.execute(launch, result.charge);
    return result.answer;
  }

  /**
   * Under a key a refusal is an answer like any other, and an earlier answer goes before it: whoever asks again must hear of the charge
   * that was made, also when it could not be made any more.
   */
  async #refuse({ merchant_id, idempotency }: CreateChargeCommand, refusal: DomainError): Promise<Answer<Charge>> {
    if (!idempotency) throw refusal;
    if (!isKept(refusal)) {
      const kept = await this.writer.keptAnswer(merchant_id, idempotency);
      if (kept) return kept;
      throw refusal;
    }
    return this.writer.refuse(merchant_id, idempotency, toErrorAnswer(refusal));
  }
}
