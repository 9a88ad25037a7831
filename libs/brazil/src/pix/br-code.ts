import type { Centavos } from '@centavo/money';

/** The ids of a BR Code's fields. (Source: Banco Central, Manual do BR Code 2.0.1; EMV QRCPS Merchant-Presented Mode 1.1.) */
export const FIELD = {
  format: '00',
  initiation: '01',
  account: '26',
  categoryCode: '52',
  currency: '53',
  amount: '54',
  country: '58',
  name: '59',
  city: '60',
  additional: '62',
  crc: '63',
} as const;
export const ACCOUNT_FIELD = { domain: '00', key: '01', url: '25' } as const;
export const REFERENCE_LABEL = '05';

export const FORMAT_VERSION = '01';
export const ONE_TIME = '12';
export const PIX_DOMAIN = 'br.gov.bcb.pix';
export const REAL = '986';
export const BRAZIL = 'BR';
/** Stands where a txid would, when there is none or when it is to be fetched from the URL. */
export const NO_TXID = '***';
export const UNKNOWN_CATEGORY = '0000';
/** What the CRC is over ends with its own id and length. */
export const CRC_HEADER = `${FIELD.crc}04`;

/**
 * What a static code pays to: a Pix key, with a reference of the receiver's own (1..25 letters and digits) or none. The key must be
 * as the directory has it: `+5511…`, lower-case e-mail and UUID, bare digits.
 */
export interface PixKeyAccount {
  readonly key: string;
  readonly txid: string | null;
}

/** What a dynamic code pays to: the address, without scheme, where the payer's bank fetches the charge and its txid. */
export interface PixUrlAccount {
  readonly url: string;
}

/** What a Pix "copia e cola" says. */
export interface BrCode {
  readonly account: PixKeyAccount | PixUrlAccount;
  /** Whether it can be paid only once. */
  readonly oneTime: boolean;
  /** In centavos, 1 … 999 999 999 999; null lets the payer decide, or the charge behind the URL. */
  readonly amount: Centavos | null;
  /** Merchant category code (ISO 18245), four digits; `0000` when it is not told. */
  readonly categoryCode: string;
  /** At most 25 characters. */
  readonly name: string;
  /** At most 15 characters. */
  readonly city: string;
}
