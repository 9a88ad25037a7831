import { Clock, faultPoint } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { Acquirer } from '../../acquirers/acquirer.port.js';
import { moveForAcquirerError } from '../charge-transition.domain.js';
import type { DueWork } from '../due-work.js';
import { reverseLater } from '../reverse-failed-charge.js';
import { ChargeWriter } from '../write/charge-writer.js';

/** Lets a Pix or boleto charge fail whose code the acquirer could not make in time. It may make it yet. */
@Injectable()
export class AbandonCharge {
  constructor(
    private readonly acquirer: Acquirer,
    private readonly writer: ChargeWriter,
    private readonly clock: Clock,
  ) {}

  async execute({ charge, cause }: Pick<DueWork, 'charge' | 'cause'>): Promise<void> {
    faultPoint('abandon.before-commit');
    const move = moveForAcquirerError(charge, this.acquirer.name, this.clock.now());
    await this.writer.move({ move, cause, nextTask: reverseLater(charge, cause) });
    faultPoint('abandon.after-commit');
  }
}
