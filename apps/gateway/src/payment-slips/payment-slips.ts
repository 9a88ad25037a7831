import { DomainError, type ChargeRecord } from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { PublishedRecords } from '../http/published-records.js';
import { boletoSlipHtml } from './boleto-slip.html.js';
import { QrCodeImages } from './qr-code-images.js';

/** What a payer gets to pay with. He has no credentials: who knows the id of a charge may see it. */
@Injectable()
export class PaymentSlips {
  readonly #charges: PublishedRecords<ChargeRecord>;

  constructor(
    reads: Reads,
    private readonly images: QrCodeImages,
  ) {
    this.#charges = new PublishedRecords(reads, 'payments.published_charges', 'charge_not_found');
  }

  /**
   * The BR Code of a Pix charge as a PNG.
   * @throws DomainError `charge_not_found` also when it is no Pix charge, or has no code
   */
  async qrCode(id: string): Promise<Buffer> {
    const { details } = await this.#charges.get(id);
    if (!details.pix?.qr_code) throw new DomainError('charge_not_found');
    return this.images.of(details.pix.qr_code);
  }

  /**
   * The slip of a boleto charge as an HTML page.
   * @throws DomainError `charge_not_found` also when it is no boleto charge, or is not registered
   */
  async boleto(id: string): Promise<string> {
    const charge = await this.#charges.get(id);
    const { boleto } = charge.details;
    if (!boleto?.line || !boleto.barcode) throw new DomainError('charge_not_found');
    return boletoSlipHtml(charge, { ...boleto, line: boleto.line, barcode: boleto.barcode });
  }
}
