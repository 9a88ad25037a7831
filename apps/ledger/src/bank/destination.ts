import type { PixKeyType } from '@centavo/brazil';
import type { BankAccountType, CryptoAsset, HolderDocumentType } from '@centavo/contracts';

/** Where money goes, in clear: only in memory, in what the bank is sent, and sealed at rest until it has arrived. */
export type Destination = PixDestination | TedDestination | CryptoDestination;

export interface PixDestination {
  readonly type: 'pix';
  readonly keyType: PixKeyType;
  /** In the form that the Central Bank's directory knows. */
  readonly key: string;
  /** Null where the key itself is the document. */
  readonly holderDocumentType: HolderDocumentType | null;
  readonly holderDocument: string | null;
}

export interface TedDestination {
  readonly type: 'ted';
  readonly bankCode: string;
  readonly ispb: string | null;
  readonly branch: string;
  readonly account: string;
  readonly accountDigit: string;
  readonly accountType: BankAccountType;
  readonly holderName: string;
  readonly holderDocument: string;
}

export interface CryptoDestination {
  readonly type: 'crypto';
  readonly asset: CryptoAsset;
  readonly network: string;
  readonly address: string;
}
