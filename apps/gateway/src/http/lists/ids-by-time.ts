/** An id is made when a request comes in and `created_at` by the service that carries it out: a deadline and two clocks apart. */
export const ID_AGE_MS = 3_600_000;
