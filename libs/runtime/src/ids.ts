import { uuidv7 } from 'uuidv7';

/** A new id: UUIDv7, so ids of one process sort by the time they were made. */
export const newId = (): string => uuidv7();
