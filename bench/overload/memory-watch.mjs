import { memoryMb, sum } from '../usage.mjs';

const everyMs = 500;

/**
 * Looks at the memory of the platform's own processes every half second.
 * @param {Record<string, {pids: number[], withChildren?: boolean}>} components
 */
export class MemoryWatch {
  #looks = [];
  #timer;

  constructor(components) {
    const { PostgreSQL: _database, Kafka: _bus, ...services } = components;
    this.#timer = setInterval(() => {
      const rssMb = sum(Object.values(memoryMb(services)).map(({ rss }) => rss));
      this.#looks.push({ at: Date.now(), rssMb });
    }, everyMs);
  }

  /** The most that was resident at once between two times. @returns MB */
  peak(from, until) {
    return Math.max(0, ...this.#looks.filter(({ at }) => at >= from && at < until).map(({ rssMb }) => rssMb));
  }

  stop() {
    clearInterval(this.#timer);
  }
}
