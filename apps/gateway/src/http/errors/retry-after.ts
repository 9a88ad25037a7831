/** When a dependency is down or we are full: long enough to matter, short enough that clients recover with us. */
export const OVERLOAD_RETRY_AFTER_SECONDS = 1;
