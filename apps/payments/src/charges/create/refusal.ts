import { DomainError } from '@centavo/contracts';

/**
 * What is refused for good comes back as a value, to be kept as the answer under an idempotency key.
 * @throws what passes by itself, which is no refusal and nothing to keep
 */
export async function orRefusal<Result>(work: () => Promise<Result>): Promise<Result | DomainError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.status < 500) return error;
    throw error;
  }
}
