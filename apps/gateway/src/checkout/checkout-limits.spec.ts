import { DomainError } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { testSettings } from '@centavo/testing';
import { CheckoutLimits, type AttemptKind } from './checkout-limits.js';

const PER_MINUTE = 6;
const THIEF = '203.0.113.9';
const PAYER = '198.51.100.1';

let limits: CheckoutLimits;
beforeEach(() => {
  limits = new CheckoutLimits(testSettings({ CHECKOUT_ATTEMPTS_PER_MINUTE: String(PER_MINUTE) }));
});

function isTaken(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'rate_limit_exceeded') return false;
    throw error;
  }
}

/** As a request does it that names a link there is. */
const tries = (linkId: string, address: string, kind: AttemptKind = 'payment'): boolean =>
  isTaken(() => {
    limits.takeAttempt(kind, address);
    limits.takeAttemptOn(linkId, kind, address);
  });
const mayTryCard = (linkId: string, address: string): boolean =>
  isTaken(() => limits.assertFewDeclines(linkId, address));
const addresses = (count: number): string[] => Array.from({ length: count }, (_, index) => `192.0.2.${index}`);
const countOf = (results: readonly boolean[]): number => results.filter(Boolean).length;

describe('What strangers may try at the checkout', () => {
  it('is so much a minute on a link, and three times that from an address', () => {
    const onOne = Array.from({ length: PER_MINUTE + 1 }, () => tries('a', PAYER));
    expect(countOf(onOne)).toBe(PER_MINUTE);
    const onOthers = Array.from({ length: 3 * PER_MINUTE }, (_, index) => tries(`b${index}`, PAYER));
    expect(countOf(onOthers)).toBe(2 * PER_MINUTE - 1);
    expect(tries('a', PAYER, 'void')).toBe(true);
  });

  it('has a bound for a link from all addresses together', () => {
    const taken = addresses(200).map((address) => tries('a', address));
    expect(countOf(taken)).toBe(15 * PER_MINUTE);
    expect(tries('b', PAYER)).toBe(true);
  });

  it('is used up by no address for the others, however often it comes', () => {
    for (let count = 0; count < 20 * PER_MINUTE; count += 1) tries('a', THIEF);
    expect(tries('a', PAYER)).toBe(true);
  });

  it('is remembered of a link, however many others somebody makes up', () => {
    for (const address of addresses(200)) tries('a', address);
    for (let count = 0; count < 11_000; count += 1) isTaken(() => limits.takeAttempt('payment', THIEF));
    expect(tries('a', PAYER)).toBe(false);
  });
});

describe('Cards that are declined', () => {
  it('are a third of what may be tried, on a link and from an address', () => {
    limits.noteDecline(newId(), 'a', THIEF);
    expect(mayTryCard('a', THIEF)).toBe(true);
    limits.noteDecline(newId(), 'a', THIEF);
    expect(mayTryCard('a', THIEF)).toBe(false);
    expect([mayTryCard('b', THIEF), mayTryCard('a', PAYER)]).toEqual([true, true]);
    for (const linkId of ['b', 'c', 'd', 'e']) limits.noteDecline(newId(), linkId, THIEF);
    expect(mayTryCard('f', THIEF)).toBe(false);
  });

  it('count once, however often their payer looks', () => {
    const charge = newId();
    for (let count = 0; count < 10; count += 1) limits.noteDecline(charge, 'a', PAYER);
    expect(mayTryCard('a', PAYER)).toBe(true);
  });
});
