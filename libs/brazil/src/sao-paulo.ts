import { addDays, type LocalDate } from './local-date.js';

const HOUR_MS = 3_600_000;

/** Wall clock of São Paulo from the runtime's time zone database, which knows the daylight saving of the years that had it. */
const WALL_CLOCK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Sao_Paulo',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** The day it is in São Paulo at an instant. */
export const saoPauloDateOf = (instant: Date): LocalDate => {
  const wallClock = new Date(instant.getTime() + offsetMs(instant));
  return wallClock.toISOString().slice(0, 10) as LocalDate;
};

/** The first instant of a day in São Paulo: usually `T03:00:00Z`. */
export function startOfDaySaoPaulo(date: LocalDate): Date {
  const known = knownStarts.get(date);
  if (known !== undefined) return new Date(known);
  const start = findStart(date);
  if (knownStarts.size >= MAX_KNOWN_STARTS) knownStarts.clear();
  knownStarts.set(date, start.getTime());
  return start;
}

/** Settlement dates repeat: a year of them is asked for again and again, and each answer costs several zone look-ups. */
const knownStarts = new Map<LocalDate, number>();
const MAX_KNOWN_STARTS = 10_000;

function findStart(date: LocalDate): Date {
  const midnightUtc = Date.parse(`${date}T00:00:00Z`);
  // The offset may change on this very day; one of the offsets around it is the one its first instant has.
  const offsets = [-24, 24].map((hours) => offsetMs(new Date(midnightUtc + hours * HOUR_MS)));
  const candidates = offsets
    .map((offset) => new Date(midnightUtc - offset))
    .toSorted((a, b) => a.getTime() - b.getTime());
  const start = candidates.find((candidate) => saoPauloDateOf(candidate) === date);
  if (!start) throw new RangeError(`São Paulo has no ${date}; after it comes ${addDays(date, 1)}`);
  return start;
}

/**
 * How far São Paulo's wall clock is ahead of UTC, in ms (negative: behind). Since 1914 it changes on full hours only; charges of the same hour ask
 * for it again and again, and to look it up costs as much as all other work on their dates.
 */
function offsetMs(instant: Date): number {
  const hour = Math.floor(instant.getTime() / HOUR_MS);
  if (lastLookUp?.hour !== hour) lastLookUp = { hour, offset: lookUpOffsetMs(instant) };
  return lastLookUp.offset;
}

let lastLookUp: { readonly hour: number; readonly offset: number } | undefined;

function lookUpOffsetMs(instant: Date): number {
  const field = Object.fromEntries(WALL_CLOCK.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const wallClock = Date.UTC(field.year!, field.month! - 1, field.day, field.hour, field.minute, field.second);
  return wallClock - Math.floor(instant.getTime() / 1000) * 1000;
}
