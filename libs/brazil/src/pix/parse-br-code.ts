import type { Centavos } from '@centavo/money';
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
  type BrCode,
} from './br-code.js';
import { crc16 } from './crc16.js';
import { readTlv } from './tlv.js';

const CRC_LENGTH = 4;
const AMOUNT = /^(\d{1,10})(?:\.(\d{1,2}))?$/;

/**
 * Reads a Pix "copia e cola", also of other issuers: fields beyond {@link BrCode} are passed over. A dynamic code's own txid is at
 * its URL; what the code itself says of it does not count.
 * @throws RangeError when the CRC is wrong, or it is no Pix code
 */
export function parseBrCode(text: string): BrCode {
  const signed = text.slice(0, -CRC_LENGTH);
  if (!signed.endsWith(CRC_HEADER) || text.slice(-CRC_LENGTH) !== crc16(signed)) {
    throw new RangeError('The CRC of the BR Code is wrong');
  }
  const fields = readTlv(text);
  expectValue(fields, FIELD.format, FORMAT_VERSION);
  expectValue(fields, FIELD.currency, REAL);
  expectValue(fields, FIELD.country, BRAZIL);
  return {
    account: accountOf(fields),
    oneTime: fields.get(FIELD.initiation) === ONE_TIME,
    amount: fields.has(FIELD.amount) ? centavos(valueOf(fields, FIELD.amount)) : null,
    categoryCode: valueOf(fields, FIELD.categoryCode),
    name: valueOf(fields, FIELD.name),
    city: valueOf(fields, FIELD.city),
  };
}

type Fields = ReadonlyMap<string, string>;

function accountOf(fields: Fields): BrCode['account'] {
  const account = readTlv(valueOf(fields, FIELD.account));
  // Domain names know no case, and some banks write this one in capitals.
  if (account.get(ACCOUNT_FIELD.domain)?.toLowerCase() !== PIX_DOMAIN) throw new RangeError('This is no Pix code');
  const url = account.get(ACCOUNT_FIELD.url);
  if (url !== undefined) return { url };
  const txid = readTlv(valueOf(fields, FIELD.additional)).get(REFERENCE_LABEL);
  return { key: valueOf(account, ACCOUNT_FIELD.key), txid: txid === undefined || txid === NO_TXID ? null : txid };
}

function centavos(text: string): Centavos {
  const [, reais, cents = ''] = AMOUNT.exec(text) ?? [];
  if (reais === undefined) throw new RangeError(`${text} is no amount`);
  return BigInt(reais + cents.padEnd(2, '0'));
}

function valueOf(fields: Fields, id: string): string {
  const value = fields.get(id);
  if (value === undefined) throw new RangeError(`The BR Code lacks field ${id}`);
  return value;
}

function expectValue(fields: Fields, id: string, expected: string): void {
  if (valueOf(fields, id) !== expected) throw new RangeError(`Field ${id} of the BR Code is not ${expected}`);
}
