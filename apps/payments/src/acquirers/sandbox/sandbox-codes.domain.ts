import { boletoBarcode, boletoLine, brCode, pixTxid, type LocalDate } from '@centavo/brazil';
import type { Boleto, BoletoRequest, PixCode, PixRequest } from '../acquirer.port.js';

/** The bank that the sandbox pretends to be: Banco do Brasil's numbers, because codes must name a bank that exists. */
const BANK = '001';
export const SANDBOX_ISPB = '00000000';

const FREE_FIELD_DIGITS = 25;
const RECEIVER = { name: 'CENTAVO SANDBOX', city: 'SAO PAULO' };
/** Resolves nowhere, by RFC 6761: no banking app can take a test code for a real one. */
const PIX_LOCATION = 'pix.sandbox.invalid/v2';

/** @throws RangeError when the amount does not fit a BR Code */
export function pixCode({ reference, amount }: PixRequest, externalId: string): PixCode {
  const txid = pixTxid(reference);
  const account = { url: `${PIX_LOCATION}/${txid}` };
  return { externalId, txid, qrCode: brCode({ account, amount, oneTime: true, ...RECEIVER }) };
}

/** @throws RangeError when the amount or the date does not fit a boleto */
export function boleto({ reference, amount, dueAt }: BoletoRequest, externalId: string): Boleto {
  const barcode = boletoBarcode({ bank: BANK, amount, dueAt: dueAt as LocalDate, freeField: freeField(reference) });
  return { externalId, barcode, line: boletoLine(barcode) };
}

/** 25 digits that tell one reference from another. */
function freeField(reference: string): string {
  const number = BigInt(`0x${reference.replaceAll('-', '')}`);
  return String(number % 10n ** BigInt(FREE_FIELD_DIGITS)).padStart(FREE_FIELD_DIGITS, '0');
}
