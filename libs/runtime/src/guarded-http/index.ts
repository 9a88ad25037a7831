export { AddressPolicy } from './address-policy.js';
export { EXCERPT_BYTES, type OutboundAnswer } from './capped-answer.js';
export { DestinationPolicy, type DestinationPolicyOptions, type Resolve } from './destination-policy.js';
export { GuardedHttpClient, type GuardedHttpClientOptions, type OutboundRequest } from './guarded-http-client.js';
export { OUTBOUND_FAILURES, OutboundError, type OutboundFailure } from './outbound-error.js';
