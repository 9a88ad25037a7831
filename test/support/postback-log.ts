import type { EventPayload } from '@centavo/contracts';
import { PostbackReceiver } from '@centavo/testing';

/** A merchant's receiver that remembers, for every resource, which events it heard first and in which order. */
export class PostbackLog {
  readonly #firstArrivals = new Map<string, number[]>();
  #count = 0;

  private constructor(private readonly receiver: PostbackReceiver) {}

  static async start(): Promise<PostbackLog> {
    const receiver = await PostbackReceiver.start();
    const log = new PostbackLog(receiver);
    receiver.answerWith(({ body }) => {
      log.#note(JSON.parse(body) as EventPayload<{ id: string }>);
      return { status: 204 };
    });
    return log;
  }

  get url(): string {
    return this.receiver.url('/postbacks');
  }

  /** Requests so far, repetitions included. */
  get count(): number {
    return this.#count;
  }

  /** The sequences of a resource's events in the order in which each came for the first time. */
  sequencesOf(resourceId: string): readonly number[] {
    return this.#firstArrivals.get(resourceId) ?? [];
  }

  close(): Promise<void> {
    return this.receiver.close();
  }

  #note({ sequence, data }: EventPayload<{ id: string }>): void {
    this.#count += 1;
    const heard = this.#firstArrivals.get(data.id);
    if (!heard) this.#firstArrivals.set(data.id, [sequence]);
    else if (!heard.includes(sequence)) heard.push(sequence);
  }
}
