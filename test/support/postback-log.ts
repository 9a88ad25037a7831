import type { EventPayload } from '@centavo/contracts';
import { PostbackReceiver } from '@centavo/testing';
import { setTimeout as delay } from 'node:timers/promises';

type HeardEvent = Pick<EventPayload, 'event' | 'sequence'>;

/** A merchant's receiver that remembers, for every resource, which events it heard first and in which order. */
export class PostbackLog {
  readonly #firstArrivals = new Map<string, HeardEvent[]>();
  #count = 0;

  private constructor(private readonly receiver: PostbackReceiver) {}

  /** @param options `answersAfterMs`: how long it takes to answer what it has heard; `host`: an address of this machine to listen on */
  static async start({ answersAfterMs = 0, host = '127.0.0.1' } = {}): Promise<PostbackLog> {
    const receiver = await PostbackReceiver.start(host);
    const log = new PostbackLog(receiver);
    receiver.answerWith(({ body }) => {
      log.#note(JSON.parse(body) as EventPayload<{ id: string }>);
      const answer = { status: 204 };
      return answersAfterMs === 0 ? answer : delay(answersAfterMs, answer);
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
    return this.#eventsOf(resourceId).map(({ sequence }) => sequence);
  }

  /** Their kinds, likewise. */
  kindsOf(resourceId: string): readonly string[] {
    return this.#eventsOf(resourceId).map(({ event }) => event);
  }

  close(): Promise<void> {
    return this.receiver.close();
  }

  #note({ event, sequence, data }: EventPayload<{ id: string }>): void {
    this.#count += 1;
    const heard = this.#eventsOf(data.id);
    if (heard.some((earlier) => earlier.sequence === sequence)) return;
    this.#firstArrivals.set(data.id, [...heard, { event, sequence }]);
  }

  #eventsOf(resourceId: string): readonly HeardEvent[] {
    return this.#firstArrivals.get(resourceId) ?? [];
  }
}
