import type { Logger } from '@centavo/runtime';
import type { Admin, Kafka } from 'kafkajs';

/** How old a figure may be. */
const MAX_AGE_MS = 1_000;

interface Figure {
  messages: number;
  refreshedAt: number;
  refreshing: boolean;
}

/** How far the slowest group of a topic is behind. Asking never waits for the broker: it returns the last figure and has it renewed. */
export class Backlog {
  readonly #kafka: Kafka;
  readonly #groupsOf: (topic: string) => readonly string[];
  readonly #logger: Logger;
  readonly #figures = new Map<string, Figure>();
  #admin: Promise<Admin> | undefined;

  constructor(kafka: Kafka, groupsOf: (topic: string) => readonly string[], logger: Logger) {
    this.#kafka = kafka;
    this.#groupsOf = groupsOf;
    this.#logger = logger;
  }

  /** @returns messages; 0 until the first figure is there */
  of(topic: string): number {
    const known = this.#figures.get(topic);
    const figure = known ?? { messages: 0, refreshedAt: -Infinity, refreshing: false };
    if (!known) this.#figures.set(topic, figure);
    if (!figure.refreshing && performance.now() - figure.refreshedAt >= MAX_AGE_MS) void this.#refresh(topic, figure);
    return figure.messages;
  }

  /**
   * How far each group is behind now, in messages.
   * @throws when the broker does not answer
   */
  async measure(topic: string): Promise<ReadonlyMap<string, number>> {
    try {
      return await this.#measure(await this.#connectedAdmin(), topic);
    } catch (error) {
      this.#forgetAdmin();
      throw error;
    }
  }

  async close(): Promise<void> {
    const admin = await this.#admin?.catch(() => undefined);
    await admin?.disconnect();
  }

  async #refresh(topic: string, figure: Figure): Promise<void> {
    figure.refreshing = true;
    try {
      figure.messages = Math.max(0, ...(await this.measure(topic)).values());
    } catch (error) {
      this.#logger.debug('the backlog could not be measured', { topic, error });
    }
    figure.refreshedAt = performance.now();
    figure.refreshing = false;
  }

  async #measure(admin: Admin, topic: string): Promise<ReadonlyMap<string, number>> {
    const groups = this.#groupsOf(topic);
    const [ends, ...positions] = await Promise.all([
      admin.fetchTopicOffsets(topic),
      ...groups.map((groupId) => admin.fetchOffsets({ groupId, topics: [topic] })),
    ]);
    const lagOf = (position: (typeof positions)[number][number] | undefined): number => {
      const committed = new Map(position?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
      const behind = ends.map(({ partition, low, high }) => {
        return Number(high) - Math.max(committed.get(partition) ?? 0, Number(low));
      });
      return behind.reduce((sum, lag) => sum + lag, 0);
    };
    return new Map(groups.map((group, index) => [group, lagOf(positions[index]?.[0])]));
  }

  #connectedAdmin(): Promise<Admin> {
    this.#admin ??= (async () => {
      const admin = this.#kafka.admin();
      await admin.connect();
      return admin;
    })();
    return this.#admin;
  }

  /** kafkajs's admin keeps a broken connection; the next measurement gets a new one. */
  #forgetAdmin(): void {
    const broken = this.#admin;
    this.#admin = undefined;
    void broken?.then((admin) => admin.disconnect()).catch(() => undefined);
  }
}
