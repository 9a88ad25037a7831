import type { KeyValueStorage } from '../attempts/attempt-store.js';

/** What a browser keeps for a page. */
export class MemoryStorage implements KeyValueStorage {
  readonly texts = new Map<string, string>();

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
