import type { Centavos } from '@centavo/money';
import { decimalReais } from '../reais.js';
import {
  ACCOUNT_FIELD,
  BRAZIL,
  CRC_HEADER,
  FIELD,
  FORMAT_VERSION,
  NO_TXID,
  ONE_TIME,
  PIX_DOMAIN,
  REAL,
  REFERENCE_LABEL,
  UNKNOWN_CATEGORY,
  type BrCode,
} from './br-code.js';
import { crc16 } from './crc16.js';
import { tlv } from './tlv.js';

const MAX_NAME_LENGTH = 25;
const MAX_CITY_LENGTH = 15;
/** In centavos; the field has 13 characters: ten digits, a point, two digits. */
export const MAX_BR_CODE_AMOUNT: Centavos = 10n ** 12n - 1n;
const KEY = /^[!-~]{1,77}$/;
const URL_WITHOUT_SCHEME = /^(?!.*:\/\/)[!-~]{1,77}$/;
const STATIC_TXID = /^[a-zA-Z0-9]{1,25}$/;
const CATEGORY_CODE = /^\d{4}$/;

/** A {@link BrCode} to be made; what is left out is neither told nor one-time. */
export type BrCodeInput = Pick<BrCode, 'account' | 'name' | 'city'> & Partial<BrCode>;

/**
 * The text of a Pix QR code, also called "copia e cola". Accents of name and city are stripped, what still is no ASCII is left out,
 * and what is too long is cut: they are shown to the payer and decide nothing. Everything else must be right.
 * (Source: Banco Central, Manual do BR Code 2.0.1 and Manual de Padrões para Iniciação do Pix 2.9.)
 * @throws RangeError when a value has not the form that {@link BrCode} tells, or nothing of a name can be shown
 */
export function brCode({ account, name, city, oneTime = false, amount = null, categoryCode }: BrCodeInput): string {
  const txid = 'key' in account ? account.txid : null;
  const text =
    tlv(FIELD.format, FORMAT_VERSION) +
    (oneTime ? tlv(FIELD.initiation, ONE_TIME) : '') +
    tlv(FIELD.account, accountFields(account)) +
    tlv(FIELD.categoryCode, matching(CATEGORY_CODE, categoryCode ?? UNKNOWN_CATEGORY, 'merchant category code')) +
    tlv(FIELD.currency, REAL) +
    (amount === null ? '' : tlv(FIELD.amount, reais(amount))) +
    tlv(FIELD.country, BRAZIL) +
    tlv(FIELD.name, asciiLine(name, MAX_NAME_LENGTH)) +
    tlv(FIELD.city, asciiLine(city, MAX_CITY_LENGTH)) +
    tlv(FIELD.additional, tlv(REFERENCE_LABEL, txid === null ? NO_TXID : matching(STATIC_TXID, txid, 'static txid'))) +
    CRC_HEADER;
  return text + crc16(text);
}

function accountFields(account: BrCode['account']): string {
  const domain = tlv(ACCOUNT_FIELD.domain, PIX_DOMAIN);
  return 'key' in account
    ? domain + tlv(ACCOUNT_FIELD.key, matching(KEY, account.key, 'Pix key'))
    : domain + tlv(ACCOUNT_FIELD.url, matching(URL_WITHOUT_SCHEME, account.url, 'URL without a scheme'));
}

function reais(amount: Centavos): string {
  if (amount < 1n || amount > MAX_BR_CODE_AMOUNT) throw new RangeError(`${amount} centavos do not fit a BR Code`);
  return decimalReais(amount);
}

/** `São José  dos Campos` → `Sao Jose dos Ca`. */
function asciiLine(text: string, maxLength: number): string {
  const ascii = text
    .normalize('NFKD')
    .replace(/\s+/g, ' ')
    .replace(/[^ -~]/g, '');
  const line = ascii.replace(/ +/g, ' ').trim().slice(0, maxLength).trimEnd();
  if (line === '') throw new RangeError(`Nothing of ${JSON.stringify(text)} can be shown in ASCII`);
  return line;
}

function matching(pattern: RegExp, value: string, what: string): string {
  if (!pattern.test(value)) throw new RangeError(`${JSON.stringify(value)} is no ${what}`);
  return value;
}
