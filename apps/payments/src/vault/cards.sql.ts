import type { CardBrand } from '@centavo/contracts';
import type { Sql } from '@centavo/persistence';
import type { CardReference } from '../cards/card-reference.js';
import type { SealedCard } from './card-cipher.js';

/** A card as it is kept. */
export interface CardRow extends CardReference, SealedCard {
  readonly id: string;
  readonly merchantId: string;
  readonly fingerprint: Buffer;
}

/** What of a card anybody in payments may see. */
export interface KnownCard extends CardReference {
  readonly merchantId: string;
}

interface CardColumns {
  readonly token: string;
  readonly merchant_id: string;
  readonly brand: CardBrand;
  readonly first_six_digits: string;
  readonly last_four_digits: string;
  readonly expiration_month: string;
  readonly expiration_year: string;
}

const COLUMNS = `c.token, c.merchant_id, c.brand, c.first_six_digits, c.last_four_digits, c.expiration_month, c.expiration_year`;

const toCard = (row: CardColumns): KnownCard => ({
  token: row.token,
  merchantId: row.merchant_id,
  brand: row.brand,
  firstSixDigits: row.first_six_digits,
  lastFourDigits: row.last_four_digits,
  expirationMonth: row.expiration_month,
  expirationYear: row.expiration_year,
});

/** Adds cards, those that a merchant has already left out. @param cards in the order of their fingerprints: others add some of them too */
export async function insertCards(sql: Sql, cards: readonly CardRow[]): Promise<void> {
  await sql.query(
    `INSERT INTO cards (id, token, merchant_id, fingerprint, brand, first_six_digits, last_four_digits, expiration_month,
                        expiration_year, sealed, data_key, wrapping_kid)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::bytea[], $5::text[], $6::text[], $7::text[], $8::text[],
                          $9::text[], $10::bytea[], $11::bytea[], $12::text[])
     ON CONFLICT (merchant_id, fingerprint) DO NOTHING`,
    [
      cards.map(({ id }) => id),
      cards.map(({ token }) => token),
      cards.map(({ merchantId }) => merchantId),
      cards.map(({ fingerprint }) => fingerprint),
      cards.map(({ brand }) => brand),
      cards.map(({ firstSixDigits }) => firstSixDigits),
      cards.map(({ lastFourDigits }) => lastFourDigits),
      cards.map(({ expirationMonth }) => expirationMonth),
      cards.map(({ expirationYear }) => expirationYear),
      cards.map(({ sealed }) => sealed),
      cards.map(({ dataKey }) => dataKey.wrapped),
      cards.map(({ dataKey }) => dataKey.kid),
    ],
  );
}

/** The cards that merchants have with these fingerprints. */
export async function findByFingerprint(
  sql: Sql,
  keys: readonly Pick<CardRow, 'merchantId' | 'fingerprint'>[],
): Promise<(KnownCard & { readonly fingerprint: Buffer })[]> {
  const rows = await sql.query<CardColumns & { fingerprint: Buffer }>(
    `SELECT ${COLUMNS}, c.fingerprint
     FROM unnest($1::uuid[], $2::bytea[]) AS asked (merchant_id, fingerprint)
     JOIN cards c USING (merchant_id, fingerprint)`,
    [keys.map(({ merchantId }) => merchantId), keys.map(({ fingerprint }) => fingerprint)],
  );
  return rows.map((row) => ({ ...toCard(row), fingerprint: row.fingerprint }));
}

export async function findByToken(sql: Sql, tokens: readonly string[]): Promise<KnownCard[]> {
  const rows = await sql.query<CardColumns>(`SELECT ${COLUMNS} FROM cards c WHERE c.token = ANY ($1::text[])`, [
    tokens,
  ]);
  return rows.map(toCard);
}

/** Notes for which merchant each encrypted card was sent, and says whose it was first. @param envelopes in the order of their digests */
export async function claimEnvelopes(
  sql: Sql,
  envelopes: readonly { readonly digest: Buffer; readonly merchantId: string; readonly kid: string }[],
): Promise<ReadonlyMap<string, string>> {
  const digests = envelopes.map(({ digest }) => digest);
  await sql.query(
    `INSERT INTO envelopes (digest, merchant_id, kid) SELECT * FROM unnest($1::bytea[], $2::uuid[], $3::text[])
     ON CONFLICT DO NOTHING`,
    [digests, envelopes.map(({ merchantId }) => merchantId), envelopes.map(({ kid }) => kid)],
  );
  const rows = await sql.query<{ digest: Buffer; merchant_id: string }>(
    'SELECT digest, merchant_id FROM envelopes WHERE digest = ANY ($1::bytea[])',
    [digests],
  );
  return new Map(rows.map(({ digest, merchant_id }) => [digest.toString('hex'), merchant_id]));
}
