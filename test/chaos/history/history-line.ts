import type { EffectKind, OperationType } from '../clients/operation-types.js';

/** What a request leaves in the database, and the word by which it is found there. */
export interface Effect {
  readonly kind: EffectKind;
  /** Unique in the run; in a field that clients may set. */
  readonly mark: string;
}

/** An operation that a client wants to be done once. All of its requests have one key. */
export interface AskLine {
  readonly line: 'ask';
  /** Counts up. */
  readonly operation: number;
  readonly type: OperationType;
  readonly merchantId: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: unknown;
  readonly effect: Effect | null;
  /** How often it was sent at the same time. */
  readonly copies: number;
  /** The operation whose key this one uses with another body, to be refused. */
  readonly changes: number | null;
}

interface TryLine {
  readonly operation: number;
  readonly copy: number;
  /** From 1. */
  readonly attempt: number;
}

export interface SendLine extends TryLine {
  readonly line: 'send';
  /** Name of the gateway's instance. */
  readonly gateway: string;
}

export interface AnswerLine extends TryLine {
  readonly line: 'answer';
  readonly status: number;
  readonly isReplayed: boolean;
  readonly body: unknown;
}

/** The connection broke, or nobody answered in time. */
export interface SilenceLine extends TryLine {
  readonly line: 'silence';
  readonly reason: string;
}

/** The client asks no more: nobody told it what became of its operation. */
export interface GivenUpLine {
  readonly line: 'given up';
  readonly operation: number;
  readonly copy: number;
}

export const FAULT_KINDS = ['kill -9', 'pause', 'crash', 'stop', 'add'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultLine {
  readonly line: 'fault';
  readonly fault: number;
  readonly kind: FaultKind;
  /** A service, `Kafka` or `PostgreSQL`. */
  readonly victim: string;
  readonly instances: readonly string[];
}

/** It could be used again. */
export interface ReadyLine {
  readonly line: 'ready';
  readonly fault: number;
  /** How often it had to be started: what ends because something else is away is started again, as operators do. */
  readonly starts: number;
}

export interface PhaseLine {
  readonly line: 'phase';
  readonly name: 'start' | 'faults' | 'calm' | 'rolling' | 'end' | 'settled';
}

export interface RunLine {
  readonly line: 'run';
  readonly seed: number;
  readonly plan: unknown;
  readonly command: string;
  readonly instances: Readonly<Record<string, number>>;
  readonly receiverPort: number;
}

/** A merchant, and the paths of its endpoints that hear everything from the beginning. */
export interface MerchantLine {
  readonly line: 'merchant';
  readonly id: string;
  readonly endpoints: readonly string[];
}

/** An instance ended without being told to, and was started again. */
export interface EndedLine {
  readonly line: 'ended by itself';
  readonly instance: string;
  readonly how: string;
}

export type HistoryEntry =
  | AskLine
  | SendLine
  | AnswerLine
  | SilenceLine
  | GivenUpLine
  | FaultLine
  | ReadyLine
  | PhaseLine
  | RunLine
  | MerchantLine
  | EndedLine;

/** `at`: epoch ms. */
export type HistoryLine = HistoryEntry & { readonly at: number };
