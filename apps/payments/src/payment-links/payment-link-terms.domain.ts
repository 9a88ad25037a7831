import {
  DomainError,
  toValidUntil,
  type ErrorDetail,
  type PaymentLinkRecord,
  type UpdatePaymentLinkDto,
} from '@centavo/contracts';

/** What a merchant says of a link when it is made or later, as far as only payments can judge it. */
export type LinkTerms = Pick<UpdatePaymentLinkDto, 'expires_at' | 'max_uses' | 'redirect_url' | 'cover_image_url'>;

/** What terms are judged by. */
export interface TermsContext {
  readonly now: Date;
  /** In production people are led to https alone. */
  readonly isSandbox: boolean;
  readonly currentUses: number;
}

/** @throws DomainError `url_not_allowed` when that is all that is wrong, else `validation_error`, with every broken rule */
export function assertTerms(terms: LinkTerms, context: TermsContext): void {
  const details = [...timeDetails(terms, context), ...useDetails(terms, context), ...urlDetails(terms, context)];
  if (details.length === 0) return;
  const isAboutUrls = details.every(({ code }) => code === 'url_not_allowed');
  throw new DomainError(isAboutUrls ? 'url_not_allowed' : 'validation_error', { details });
}

/** When a link ends that a merchant gives an end to. */
export const expiryOf = (expiresAt: string | null | undefined): PaymentLinkRecord['expires_at'] =>
  (expiresAt ? toValidUntil(expiresAt) : null) ?? null;

function timeDetails({ expires_at }: LinkTerms, { now }: TermsContext): ErrorDetail[] {
  const expiresAt = expiryOf(expires_at);
  if (expiresAt === null || expiresAt > now) return [];
  return [{ field: 'expires_at', code: 'out_of_range', message: 'expires_at must be in the future' }];
}

function useDetails({ max_uses }: LinkTerms, { currentUses }: TermsContext): ErrorDetail[] {
  if (max_uses === undefined || max_uses === null || max_uses >= currentUses) return [];
  const message = `max_uses must not be below the ${currentUses} uses that there are`;
  return [{ field: 'max_uses', code: 'out_of_range', message }];
}

function urlDetails({ redirect_url, cover_image_url }: LinkTerms, { isSandbox }: TermsContext): ErrorDetail[] {
  if (isSandbox) return [];
  return Object.entries({ redirect_url, cover_image_url }).flatMap(([field, url]) =>
    url && new URL(url).protocol !== 'https:'
      ? [{ field, code: 'url_not_allowed', message: `${field} must use https` }]
      : [],
  );
}
