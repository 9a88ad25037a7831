import type { AskLine, FaultLine, PhaseLine } from '../history/history-line.js';

/** A request of an operation, and how it ended. */
export interface Try {
  readonly copy: number;
  readonly attempt: number;
  readonly gateway: string;
  readonly sentAt: number;
  /** What follows is undefined until somebody answered. */
  answeredAt?: number;
  status?: number;
  error?: string;
  /** Of the data. */
  digest?: string;
  /** `id` of the data. */
  resourceId?: string;
  isForGood?: boolean;
}

/** An operation with all of its requests. */
export interface Operation extends Pick<
  AskLine,
  'operation' | 'type' | 'merchantId' | 'method' | 'path' | 'key' | 'effect' | 'copies' | 'changes'
> {
  readonly askedAt: number;
  /** Centavos of its body, where it names some. */
  readonly amount: number | undefined;
  readonly tries: Try[];
}

export interface Fault extends Pick<FaultLine, 'fault' | 'kind' | 'victim' | 'instances'> {
  readonly at: number;
  readyAt?: number;
  starts?: number;
}

export interface Phase extends Pick<PhaseLine, 'name'> {
  readonly at: number;
}

/** The answer for good, undefined when nobody gave one. */
export const answerOf = ({ tries }: Operation): Try | undefined => tries.find(({ isForGood }) => isForGood);

export const isGranted = ({ error }: Try): boolean => error === undefined;
