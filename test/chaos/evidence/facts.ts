import type { EffectKind } from '../clients/operation-types.js';

/** Something in the database that a client may have caused. */
export interface EffectFact {
  readonly kind: EffectKind;
  readonly mark: string;
  /** Of the resource that the answer shows; null where it shows another one. */
  readonly id: string | null;
  /** Centavos, where it is about some. */
  readonly amount: number | null;
}

/** An answer that is kept under an idempotency key. */
export interface KeptFact {
  /** Of merchant, scope and key. */
  readonly hash: string;
  readonly status: number | null;
  readonly error: string | null;
  /** Of its data; null of a refusal. */
  readonly digest: string | null;
}

/** A resource that merchants hear of: as many events as its sequence says. */
export interface ResourceFact {
  readonly kind: string;
  readonly id: string;
  readonly merchantId: string;
  readonly sequence: number;
}

export interface EntryFact {
  readonly transactionId: string;
  readonly accountId: string;
  readonly amount: number;
}

export interface AccountFact {
  readonly id: string;
  readonly kind: string;
  readonly walletId: string | null;
  readonly balance: number;
}

/** Where a withdrawal left a wallet. */
export interface DebitFact {
  readonly transactionId: string;
  readonly balanceAfter: number;
}

export interface LinkFact {
  readonly id: string;
  readonly maxUses: number | null;
  readonly uses: number;
  /** Statuses of its charges. */
  readonly charges: readonly string[];
}

/** What an audit of the database found: the rule, and what breaks it. */
export interface AuditFact {
  readonly rule: string;
  readonly found: readonly string[];
}

/** What is in the database at the end, as the check needs it. */
export interface Facts {
  readonly effects: readonly EffectFact[];
  readonly kept: readonly KeptFact[];
  readonly resources: readonly ResourceFact[];
  readonly entries: readonly EntryFact[];
  readonly accounts: readonly AccountFact[];
  readonly debits: readonly DebitFact[];
  readonly links: readonly LinkFact[];
  readonly audit: readonly AuditFact[];
}

/** A line of the file of facts. */
export type FactLine = {
  [Table in keyof Facts]: { readonly table: Table; readonly fact: Facts[Table][number] };
}[keyof Facts];

export const noFacts = (): { -readonly [Table in keyof Facts]: Facts[Table][number][] } => ({
  effects: [],
  kept: [],
  resources: [],
  entries: [],
  accounts: [],
  debits: [],
  links: [],
  audit: [],
});
