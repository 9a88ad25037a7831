import { setTimeout as sleep } from 'node:timers/promises';
import { Complaint } from './complaint.mjs';

/**
 * Asks again and again until `condition` answers something truthy, and returns that.
 * @template T
 * @param {() => T | Promise<T>} condition an error counts as "not yet"
 * @param {{what: string, timeoutMs?: number, everyMs?: number}} options `what` completes "Waited 30 s in vain for …"
 * @throws {Complaint} when the time is over
 */
export async function waitFor(condition, { what, timeoutMs = 30_000, everyMs = 50 }) {
  const giveUpAt = Date.now() + timeoutMs;
  let lastError;
  while (Date.now() < giveUpAt) {
    try {
      const answer = await condition();
      if (answer) return answer;
    } catch (error) {
      if (error instanceof Complaint) throw error;
      lastError = error;
    }
    await sleep(everyMs);
  }
  const reason = lastError ? ` (${lastError.message})` : '';
  throw new Complaint(`Waited ${timeoutMs / 1000} s in vain for ${what}${reason}.`);
}
