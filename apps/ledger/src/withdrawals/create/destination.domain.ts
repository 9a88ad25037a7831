import { maskPixKey, maskTaxId, normalizePixKey, type PixKeyType } from '@centavo/brazil';
import {
  assertTaxId,
  DomainError,
  normalizeTaxId,
  type BankAccountDto,
  type CreateWithdrawalDto,
  type EntityType,
  type HolderDocumentType,
  type RecipientSnapshot,
} from '@centavo/contracts';
import type { Destination, PixDestination, TedDestination } from '../../bank/destination.js';

const CPF_LENGTH = 11;
const ENTITY_OF: Readonly<Record<HolderDocumentType, EntityType>> = { cpf: 'pf', cnpj: 'pj' };
/** Keys that say nothing of who holds them. */
const ANONYMOUS_KEYS: ReadonlySet<PixKeyType> = new Set(['email', 'phone', 'random']);

type Body = Omit<CreateWithdrawalDto, 'transaction_pin'>;

/**
 * Where a withdrawal is to go, in the form in which a bank takes it. Of the fields of other types nothing is looked at.
 * @param isSandbox whether check digits of documents do not matter
 * @throws DomainError `invalid_pix_key`, `pix_holder_document_required`, `validation_error` for a document
 */
export function destinationOf(body: Body, isSandbox: boolean): Destination {
  switch (body.type) {
    case 'pix':
      return pixDestination(body, isSandbox);
    case 'ted':
      return tedDestination(body.bank_account, isSandbox);
    case 'crypto':
      return { type: 'crypto', ...body.crypto };
  }
}

function pixDestination(body: Body, isSandbox: boolean): PixDestination {
  const { pix_key_type: keyType } = body;
  const key = normalizePixKey(keyType, body.pix_key);
  if (key === undefined || !hasCheckDigits(keyType, key, isSandbox)) {
    throw DomainError.onField('invalid_pix_key', 'pix_key', `pix_key must be a Pix key of type ${keyType}`);
  }
  return { type: 'pix', keyType, key, ...holderOf(body, isSandbox) };
}

function hasCheckDigits(keyType: PixKeyType, key: string, isSandbox: boolean): boolean {
  if (keyType !== 'cpf' && keyType !== 'cnpj') return true;
  return isTaxId(key, ENTITY_OF[keyType], isSandbox);
}

function isTaxId(taxId: string, entityType: EntityType, isSandbox: boolean): boolean {
  try {
    assertTaxId({ field: 'pix_key', taxId, entityType }, isSandbox);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

function holderOf(body: Body, isSandbox: boolean): Pick<PixDestination, 'holderDocumentType' | 'holderDocument'> {
  const { pix_key_holder_document_type: type, pix_key_holder_document: document } = body;
  if (!type || !document) {
    if (ANONYMOUS_KEYS.has(body.pix_key_type)) throw holderDocumentRequired({ type, document });
    return { holderDocumentType: null, holderDocument: null };
  }
  assertTaxId({ field: 'pix_key_holder_document', taxId: document, entityType: ENTITY_OF[type] }, isSandbox);
  return { holderDocumentType: type, holderDocument: normalizeTaxId(document) };
}

function holderDocumentRequired(given: { readonly type: unknown; readonly document: unknown }): DomainError {
  const missing = [
    ...(given.type ? [] : ['pix_key_holder_document_type']),
    ...(given.document ? [] : ['pix_key_holder_document']),
  ];
  const code = 'pix_holder_document_required';
  return new DomainError(code, {
    details: missing.map((field) => ({ field, code, message: `${field} is required for this type of key` })),
  });
}

function tedDestination(account: BankAccountDto, isSandbox: boolean): TedDestination {
  const { holder_document: holderDocument } = account;
  const entityType = holderDocument.length === CPF_LENGTH ? 'pf' : 'pj';
  assertTaxId({ field: 'bank_account.holder_document', taxId: holderDocument, entityType }, isSandbox);
  return {
    type: 'ted',
    bankCode: account.bank_code,
    ispb: account.ispb ?? null,
    branch: account.branch,
    account: account.account,
    accountDigit: account.account_digit,
    accountType: account.account_type,
    holderName: account.holder_name,
    holderDocument,
  };
}

/** What may be seen of a destination: enough to tell it from others, too little to use it. */
export function snapshotOf(destination: Destination): RecipientSnapshot {
  switch (destination.type) {
    case 'pix':
      return {
        type: 'pix',
        pix_key_type: destination.keyType,
        pix_key: maskPixKey(destination.keyType, destination.key),
        pix_key_holder_document_type: destination.holderDocumentType,
        pix_key_holder_document: destination.holderDocument && maskTaxId(destination.holderDocument),
      };
    case 'ted':
      return {
        type: 'ted',
        bank_code: destination.bankCode,
        ispb: destination.ispb,
        branch: destination.branch,
        account: maskEnd(destination.account, 3),
        account_digit: '*',
        account_type: destination.accountType,
        holder_name: destination.holderName,
        holder_document: maskTaxId(destination.holderDocument),
      };
    case 'crypto':
      return {
        type: 'crypto',
        asset: destination.asset,
        network: destination.network,
        address: `${destination.address.slice(0, 4)}***${destination.address.slice(-4)}`,
      };
  }
}

/** Shows at most so many of the last characters, and never more than half of all. */
function maskEnd(text: string, shown: number): string {
  const clear = Math.min(shown, Math.floor(text.length / 2));
  return '*'.repeat(text.length - clear) + text.slice(text.length - clear);
}
