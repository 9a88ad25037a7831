/** An answer as it came. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly isReplayed: boolean;
  readonly body: { readonly data?: unknown; readonly error?: string };
}

const TOO_MANY_REQUESTS = 429;
const FIRST_FAULT_STATUS = 500;

/** Whether an answer says what became of the operation: others ask to try again. */
export const isForGood = ({ status, body }: Pick<ReceivedAnswer, 'status' | 'body'>): boolean =>
  status < FIRST_FAULT_STATUS && status !== TOO_MANY_REQUESTS && body.error !== 'idempotency_in_progress';
