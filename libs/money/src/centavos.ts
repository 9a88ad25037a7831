/** An amount of money in Brazilian centavos. Whole by its type: money never meets floating point. */
export type Centavos = bigint;
