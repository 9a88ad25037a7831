import { saoPauloDateOf } from '@centavo/brazil';
import type { CardData } from './clear-card.js';

/** A card is good until the last day of its month, in São Paulo. */
export const isExpired = (
  { expirationMonth, expirationYear }: Pick<CardData, 'expirationMonth' | 'expirationYear'>,
  now: Date,
): boolean => `${expirationYear}-${expirationMonth}` < saoPauloDateOf(now).slice(0, 'YYYY-MM'.length);
