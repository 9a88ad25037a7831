/**
 * Which numbers belong to which card brand: the first digits, or an inclusive range of them, of the length that is written.
 *
 * The order is the precedence, for some brands live inside the ranges of others: Elo inside Visa's (4011 78), Diners' (36297) and
 * Discover's (65), so it comes first.
 *
 * Sources: the prefixes of the payments API that this platform implements, which win where they speak; for Elo, of whose list it
 * shows the beginning only (636368, 438935, 504175, 451416, 509048 to 509075, 36297), also braintree/credit-card-type 10.3 (MIT) and
 * activemerchant/active_merchant (MIT). Last checked: November 2026, version 1.
 */
export const CARD_BRAND_RANGES = [
  {
    brand: 'elo',
    prefixes: [
      '36297',
      '401178-401179',
      '431274',
      '438935',
      '451416',
      '457393',
      '457631-457632',
      '504175',
      '506699-506778',
      '509000-509999',
      '627780',
      '636297-636298',
      '636368-636369',
      '650031-650033',
      '650035-650051',
      '650057-650081',
      '650405-650439',
      '650485-650538',
      '650541-650598',
      '650700-650718',
      '650720-650727',
      '650901-650978',
      '651652-651704',
      '655000-655019',
      '655021-655058',
    ],
  },
  // Hipercard has issued numbers without a check digit: those of the brand are not asked for one.
  { brand: 'hipercard', prefixes: ['606282', '637095', '637568', '637599', '637609', '637612'], luhnExempt: true },
  { brand: 'amex', prefixes: ['34', '37'] },
  { brand: 'mastercard', prefixes: ['51-55', '2221-2720'] },
  { brand: 'visa', prefixes: ['4'] },
  { brand: 'diners', prefixes: ['300-305', '36', '38'] },
  { brand: 'jcb', prefixes: ['35'] },
  { brand: 'discover', prefixes: ['6011', '622126-622925', '644-649', '65'] },
] as const satisfies readonly {
  brand: string;
  prefixes: readonly (`${number}` | `${number}-${number}`)[];
  luhnExempt?: true;
}[];
