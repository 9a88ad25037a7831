import { DomainError } from '@centavo/contracts';
import { Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { addressGroup } from './address.js';

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 10_000;

interface Window {
  failures: number;
  readonly endsAtMs: number;
}

/** Slows down whoever guesses credentials. Only failures are refused: behind one address may be a guesser and a customer. */
@Injectable()
export class FailureLimiter {
  readonly #windows = new LRUCache<string, Window>({ max: MAX_ADDRESSES });
  readonly #limit: number;

  constructor(settings: Settings) {
    this.#limit = settings.authFailuresPerMinute;
  }

  /** Counts a failed authentication. @returns what to answer: the failure itself, or that there were too many */
  recorded(failure: DomainError, address: string): DomainError {
    const nowMs = performance.now();
    const window = this.#windowOf(addressGroup(address), nowMs);
    window.failures += 1;
    if (window.failures <= this.#limit) return failure;
    return new DomainError('rate_limit_exceeded', { retryAfterSeconds: Math.ceil((window.endsAtMs - nowMs) / 1000) });
  }

  #windowOf(group: string, nowMs: number): Window {
    const current = this.#windows.get(group);
    if (current && current.endsAtMs > nowMs) return current;
    const fresh = { failures: 0, endsAtMs: nowMs + WINDOW_MS };
    this.#windows.set(group, fresh);
    return fresh;
  }
}
