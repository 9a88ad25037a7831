import type { KeyValueStorage } from '../attempts/attempt-store.js';

/** What a browser keeps for a page. */
export class MemoryStorage implements KeyValueStorage {
  readonly texts = new Map<string, string>();

  get length(): number {
    return this.texts.size;
  }

  key(index: number): string | null {
    return [...this.texts.keys()][index] ?? null;
  }

  getItem(name: string): string | null {
    return this.texts.get(name) ?? null;
  }

  setItem(name: string, text: string): void {
    this.texts.set(name, text);
  }

  removeItem(name: string): void {
    this.texts.delete(name);
  }
}

/** A browser that keeps nothing: full, or told not to. */
export class RefusingStorage implements KeyValueStorage {
  readonly length = 1;

  key(): string | null {
    throw new Error('refused');
  }

  getItem(): string | null {
    throw new Error('refused');
  }

  setItem(): void {
    throw new Error('refused');
  }

  removeItem(): void {
    throw new Error('refused');
  }
}
