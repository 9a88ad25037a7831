import { addDays, type LocalDate } from './local-date.js';

/**
 * Easter Sunday of a year in the Gregorian calendar, by the anonymous algorithm ("Meeus/Jones/Butcher"; J. Meeus,
 * Astronomical Algorithms, chapter 8). The names are the computus's own where it has any.
 */
export function easterSunday(year: number): LocalDate {
  const goldenNumber = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const moonCorrection = Math.floor((8 * century + 13) / 25);
  const epact = (19 * goldenNumber + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const daysToSunday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const lateMoonCorrection = Math.floor((goldenNumber + 11 * epact + 22 * daysToSunday) / 451);
  const daysAfter22March = epact + daysToSunday - 7 * lateMoonCorrection;
  return addDays(`${year}-03-22` as LocalDate, daysAfter22March);
}
