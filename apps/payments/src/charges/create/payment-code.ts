import { setTimeout as delay } from 'node:timers/promises';
import { Clock, faultPoint, Logger, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { Acquirer, AcquirerTimeoutError, AcquirerUnavailableError } from '../../acquirers/acquirer.port.js';
import { totalAmountOf, type NewCharge } from '../charge.domain.js';

/** The answer to a Pix or boleto charge waits at most this long for its code. */
const PATIENCE_MS = 5_000;
const MAX_ATTEMPTS = 3;
const RETRY_PAUSE_MS = 200;

type Code = Pick<NewCharge, 'external_id' | 'acquirer_name' | 'details'>;

/**
 * Has the acquirer make the code that a Pix or boleto charge is paid by, before the charge is committed: it is of no use without. Should this
 * process die in between, nobody has seen the code; only a boleto could be paid all the same, by who finds it among those that the bank has for
 * the payer's tax id.
 */
@Injectable()
export class PaymentCode {
  constructor(
    private readonly acquirer: Acquirer,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** The charge with its code; without one when the acquirer could not make it in time. */
  async addTo(charge: NewCharge): Promise<NewCharge> {
    const until = this.clock.nowMs() + PATIENCE_MS;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS && this.clock.nowMs() < until; attempt += 1) {
      try {
        const code = await withinPatience(this.#make(charge), until - this.clock.nowMs());
        faultPoint('create.after-code');
        return { ...charge, ...code };
      } catch (error) {
        if (!(error instanceof AcquirerTimeoutError || error instanceof AcquirerUnavailableError)) throw error;
        this.logger.warn('no payment code yet', { chargeId: charge.id, attempts: attempt, error });
      }
      await delay(RETRY_PAUSE_MS);
    }
    return charge;
  }

  /** Asked again with the same reference, the acquirer answers the same code. */
  async #make({ id, details, ...charge }: NewCharge): Promise<Code> {
    const amount = totalAmountOf(charge);
    const { pix, boleto, customer } = details;
    if (pix) {
      const expiresAt = new Date(pix.expires_at);
      const { externalId, qrCode, txid } = await this.acquirer.createPix({ reference: id, amount, expiresAt });
      const made = { ...pix, qr_code: qrCode, qr_code_url: `${this.settings.publicUrl}/pix/${id}/qr-code.png`, txid };
      return this.#code(externalId, { ...details, pix: made });
    }
    if (!boleto) throw new Error('a charge by code without one');
    const { due_at: dueAt, instructions } = boleto;
    const request = { reference: id, amount, dueAt, instructions, payer: customer };
    const { externalId, line, barcode } = await this.acquirer.registerBoleto(request);
    const made = { ...boleto, line, barcode, url: `${this.settings.publicUrl}/boletos/${id}` };
    return this.#code(externalId, { ...details, boleto: made });
  }

  #code(externalId: string, details: NewCharge['details']): Code {
    return { external_id: externalId, acquirer_name: this.acquirer.name, details };
  }
}

async function withinPatience<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const impatience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AcquirerTimeoutError('no code in time')), ms);
  });
  return Promise.race([work, impatience]).finally(() => clearTimeout(timer));
}
