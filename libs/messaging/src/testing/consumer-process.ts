import { startTestProcess } from '@centavo/testing';

export interface ConsumerProcessOptions {
  readonly brokers: readonly string[];
  readonly group: string;
  readonly topic: string;
}

/** A consumer in a process of its own, for tests that kill it. `handled` are the payloads it has finished. */
export function startConsumerProcess(options: ConsumerProcessOptions): {
  readonly handled: readonly number[];
  readonly kill: () => Promise<void>;
} {
  const { messages, kill } = startTestProcess(new URL('consumer-process.main.ts', import.meta.url), options);
  return { handled: messages as readonly number[], kill };
}
