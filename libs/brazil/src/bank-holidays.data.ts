/**
 * Days on which Brazil's banks do not settle, beside weekends.
 *
 * Sources: the federal holidays (Laws 662/1949, 6.802/1980, 9.093/1995 and 14.759/2023) and the bank holidays of Resolution
 * CMN 4.880/2020 (Carnival, Good Friday, Corpus Christi), checked against pagarme/business-calendar (public domain), whose
 * Corpus Christi of 2026 is corrected here to the 4th of June. Last checked: November 2026, version 1.
 */
export const BANK_HOLIDAYS = {
  /** Every year on the same day; `since` is the first year. */
  fixed: [
    { monthDay: '01-01', name: 'Confraternização Universal' },
    { monthDay: '04-21', name: 'Tiradentes' },
    { monthDay: '05-01', name: 'Dia do Trabalho' },
    { monthDay: '09-07', name: 'Independência do Brasil' },
    { monthDay: '10-12', name: 'Nossa Senhora Aparecida' },
    { monthDay: '11-02', name: 'Finados' },
    { monthDay: '11-15', name: 'Proclamação da República' },
    { monthDay: '11-20', name: 'Consciência Negra', since: 2024 },
    { monthDay: '12-25', name: 'Natal' },
  ],
  /** Days after Easter Sunday. */
  movable: [
    { daysAfterEaster: -48, name: 'Carnaval' },
    { daysAfterEaster: -47, name: 'Carnaval' },
    { daysAfterEaster: -2, name: 'Paixão de Cristo' },
    { daysAfterEaster: 60, name: 'Corpus Christi' },
  ],
} as const satisfies {
  fixed: readonly { monthDay: `${number}-${number}`; name: string; since?: number }[];
  movable: readonly { daysAfterEaster: number; name: string }[];
};
