/** A rule about one row, as the condition under which it is broken and what to say of that. */
interface RowRule {
  readonly isBroken: string;
  readonly detail: string;
}

/**
 * What holds of every entry `e`, beside its account `a` with the wallet `w`, the entry of that account `before` it, the last one `alike` in what its
 * statement says, and the receivable `r` that it names. Numbers that somebody tampered with may be any: so sums are `numeric`, which nothing overflows.
 */
const ENTRY_RULES: Readonly<Record<string, RowRule>> = {
  entry_of_known_account: {
    isBroken: `a.id IS NULL OR (a.wallet_id IS NULL) <> (e.version IS NULL) OR (e.version IS NULL) <> (e.balance_after IS NULL)`,
    detail: `'of account ' || e.account_id`,
  },
  entry_continues_the_one_before: {
    isBroken: `e.version IS NOT NULL AND (
      (e.version = 1) <> (before.version IS NULL)
      OR e.balance_after <> coalesce(before.balance_after, 0)::numeric + e.amount)`,
    detail: `'version ' || e.version || ' of account ' || e.account_id || ' has balance ' || e.balance_after || ' after '
             || coalesce(before.balance_after::text, 'nothing') || ' and ' || e.amount`,
  },
  statement_is_of_available: {
    isBroken: `num_nonnulls(e.wallet_entry_id, e.reference_type, e.reference_id, e.description, e.recorded_at, e.reference_version)
               <> CASE WHEN a.kind = 'available' THEN 6 ELSE 0 END`,
    detail: `'what it says to a statement is not what an entry of account ' || e.account_id || ' says'`,
  },
  statement_continues: {
    isBroken: `e.reference_type IS NOT NULL
      AND (e.reference_version <> coalesce(alike.reference_version, 0)::numeric + 1 OR e.recorded_at < before.recorded_at)`,
    detail: `'is number ' || e.reference_version || ' of its kind at ' || e.recorded_at || ', after '
             || coalesce(alike.reference_version, 0) || coalesce(' at ' || before.recorded_at, '')`,
  },
  receivable_is_the_wallets: {
    isBroken: `a.wallet_id IS NOT NULL AND e.receivable_id IS NOT NULL AND (r.id IS NULL OR r.recipient_id <> w.owner_id)`,
    detail: `CASE WHEN r.id IS NULL THEN 'of receivable ' || e.receivable_id || ', which is not there'
                  ELSE 'of receivable ' || e.receivable_id || ' in the wallet ' || w.id || ' of another' END`,
  },
};

/** The first rule that an entry breaks, as `[rule, detail]`; null when it breaks none. */
export const ENTRY_FAULT = `CASE ${Object.entries(ENTRY_RULES)
  .map(
    ([rule, { isBroken, detail }]) =>
      `WHEN ${isBroken} THEN json_build_array('${rule}', 'line ' || e.line || ' ' || ${detail})`,
  )
  .join(' ')} END`;

/** What {@link ENTRY_FAULT} needs beside the entries `e`. */
export const ENTRY_CONTEXT = `
  LEFT JOIN accounts a ON a.id = e.account_id
  LEFT JOIN wallets w ON w.id = a.wallet_id
  LEFT JOIN entries before ON before.account_id = e.account_id
                          AND before.version = CASE WHEN e.version > 1 THEN e.version - 1 END
  LEFT JOIN LATERAL (
    SELECT reference_version FROM entries other
    WHERE other.account_id = e.account_id AND other.reference_type = e.reference_type AND (other.amount > 0) = (e.amount > 0)
      AND other.version < e.version
    ORDER BY other.version DESC LIMIT 1
  ) alike ON true
  LEFT JOIN receivables r ON r.id = CASE WHEN a.wallet_id IS NOT NULL THEN e.receivable_id END`;

/** What holds of every transaction `t` with what its entries come to. */
const TRANSACTION_RULES: Readonly<Record<string, RowRule>> = {
  transaction_is_there: { isBroken: `t.id IS NULL`, detail: `'known to the chain, but not in the journal'` },
  transaction_has_entries: { isBroken: `said.entries = 0`, detail: `'a transaction without entries'` },
  transaction_balanced: { isBroken: `said.total <> 0`, detail: `'off by ' || said.total` },
  lines_have_no_gap: {
    isBroken: `said.entries > 0 AND (said.first_line <> 1 OR said.last_line <> said.entries)`,
    detail: `said.entries || ' lines from ' || said.first_line || ' to ' || said.last_line`,
  },
};

/** Of every rule what a transaction breaks it with, as `[rule, detail]`, null where it does not. */
export const TRANSACTION_FAULTS = `json_build_array(${Object.entries(TRANSACTION_RULES)
  .map(([rule, { isBroken, detail }]) => `CASE WHEN ${isBroken} THEN json_build_array('${rule}', ${detail}) END`)
  .join(', ')})`;
