import { PLATFORM_ERRORS } from './platform-errors.js';
import { REQUEST_ERRORS } from './request-errors.js';
import { RULE_ERRORS } from './rule-errors.js';
import { STATE_ERRORS } from './state-errors.js';

/** Every error code of the API. The docs page, the OpenAPI document and the HTTP answers are made from this table. */
export const ERROR_CATALOGUE = { ...REQUEST_ERRORS, ...STATE_ERRORS, ...RULE_ERRORS, ...PLATFORM_ERRORS };

export type ErrorCode = keyof typeof ERROR_CATALOGUE;
