import { PLATFORM_ACCOUNTS } from '../journal/accounts.domain.js';

const NET_LEFT = '(r.gross_left - r.fee_left)';

/**
 * A receivable by what the journal says of it. A settlement books what it takes from a wallet's pending money and from the acquirer as one sum for
 * many receivables, an anticipation what it pays; so of one that is settled, `pending` still shows what it was paid, unless it was settled with its
 * capture, and the acquirer and the bank are looked at together.
 */
export const RECEIVABLE_RULES = {
  receivable_follows_its_lines: `
    SELECT coalesce(r.id, said.receivable_id) AS subject,
           coalesce(r.status || ' with ' || r.gross_left || ' less ' || r.fee_left || ', ' || r.held_net || ' held', 'not there')
           || '; lines say pending ' || coalesce(said.pending, 0) || ', available ' || coalesce(said.available, 0)
           || ', blocked ' || coalesce(said.blocked, 0) || ', fees ' || coalesce(said.fees, 0)
           || ', acquirer and bank ' || coalesce(said.owing, 0) || ', paid ' || coalesce(said.payments, 0) || ' times' AS detail
    FROM receivables r
    FULL JOIN (
      SELECT e.receivable_id,
             coalesce(sum(e.amount) FILTER (WHERE a.kind = 'pending'), 0) AS pending,
             coalesce(sum(e.amount) FILTER (WHERE a.kind = 'available'), 0) AS available,
             coalesce(sum(e.amount) FILTER (WHERE a.kind = 'blocked'), 0) AS blocked,
             coalesce(sum(e.amount) FILTER (WHERE e.account_id = ${PLATFORM_ACCOUNTS.fees}), 0) AS fees,
             coalesce(-sum(e.amount) FILTER (WHERE e.account_id IN (${PLATFORM_ACCOUNTS.acquirer}, ${PLATFORM_ACCOUNTS.bank})), 0) AS owing,
             count(*) FILTER (WHERE e.reference_type = 'charge') AS payments
      FROM entries e JOIN accounts a ON a.id = e.account_id
      WHERE e.receivable_id IS NOT NULL
      GROUP BY e.receivable_id
    ) AS said ON said.receivable_id = r.id
    WHERE r.id IS NULL OR said.receivable_id IS NULL
       OR said.owing <> r.gross_left OR said.fees <> r.fee_left OR said.blocked <> r.held_net
       OR NOT (CASE WHEN r.status = 'pending' THEN said.pending = ${NET_LEFT}
                    WHEN r.status = 'settled' AND r.anticipation_id IS NULL THEN said.pending IN (0, r.net_amount)
                    ELSE said.pending = 0 END)
       OR (r.anticipation_id IS NULL
           AND said.available <> CASE WHEN r.status = 'settled' THEN ${NET_LEFT} - r.held_net ELSE 0 END)
       OR said.payments <> (r.status = 'settled' AND r.anticipation_id IS NULL AND r.net_amount > 0)::int`,

  receivable_is_what_its_status_says: `
    SELECT r.id AS subject, r.status || ' with ' || r.gross_left || ' of ' || r.gross_amount || ' less ' || r.fee_left || ' of '
           || r.fee_amount || ', ' || r.held_net || ' held' AS detail
    FROM receivables r
    WHERE (r.status = 'settled') <> (r.settled_at IS NOT NULL)
       OR CASE r.status
            WHEN 'settled' THEN r.held_net NOT IN (0, ${NET_LEFT})
            WHEN 'canceled' THEN r.gross_left <> 0 OR r.held_net <> 0
            WHEN 'suspended' THEN r.held_net <> ${NET_LEFT} OR r.gross_left <> r.gross_amount OR r.fee_left <> r.fee_amount
            ELSE r.held_net <> 0 OR r.gross_left <> r.gross_amount OR r.fee_left <> r.fee_amount
                 OR (r.status = 'anticipated') <> (r.anticipation_id IS NOT NULL)
          END`,
} as const;
