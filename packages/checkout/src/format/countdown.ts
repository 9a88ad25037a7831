const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;

/** What is left as a clock shows it: `09:59`, `1:00:00`, `47:59:59`. @param leftMs below zero counts as nothing */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / SECOND_MS));
  const minutesAndSeconds = `${two(Math.floor((seconds % HOUR_S) / MINUTE_S))}:${two(seconds % MINUTE_S)}`;
  return seconds < HOUR_S ? minutesAndSeconds : `${Math.floor(seconds / HOUR_S)}:${minutesAndSeconds}`;
}

const two = (value: number): string => String(value).padStart(2, '0');
