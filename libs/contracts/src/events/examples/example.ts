/** A resource right after something happened to it. */
export interface Example<Data> {
  readonly data: Data;
  /** ISO 8601. */
  readonly occurredAt: string;
  /** The resource's own count of its events. */
  readonly sequence: number;
}

/** First digits of an example's id, by what it is the id of. */
const KINDS = {
  merchant: 'a',
  wallet: 'b',
  charge: 'c',
  receivable: 'd',
  anticipation: 'e',
  withdrawal: 'f',
  submerchant: '1',
  submerchant_document: '2',
  postback_endpoint: '3',
  event: '4',
  payment_link: '5',
  api_key: '6',
} as const;

/** A UUIDv7 that nobody takes for a real one, and that says of what it is the id. @param number from 1 */
export const exampleId = (of: keyof typeof KINDS, number = 1): string =>
  `01a1f640-bc00-7000-8000-${KINDS[of]}${String(number).padStart(11, '0')}`;

/** The merchant that all examples are of, with a submerchant and a wallet. */
export const EXAMPLE_MERCHANT = {
  id: exampleId('merchant'),
  walletId: exampleId('wallet'),
  submerchantId: exampleId('submerchant'),
} as const;

/** Where the platform is; the domain is one that is kept for examples. */
export const EXAMPLE_API = 'https://api.example.com';

/** An example for every status. @param make gets a number, too, that tells the examples apart */
export const examplesOf = <Status extends string, Data>(
  statuses: readonly Status[],
  make: (status: Status, number: number) => Example<Data>,
) =>
  Object.fromEntries(statuses.map((status, index) => [status, make(status, index + 1)])) as Record<
    Status,
    Example<Data>
  >;
