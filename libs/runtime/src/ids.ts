import { uuidv7 } from 'uuidv7';

/** A new id: UUIDv7, so ids of one process sort by the time they were made. */
export const newId = (): string => uuidv7();

/** Before every id: where whoever reads in the order of ids begins. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** After every id. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
