import { loneSystems } from '../alone/systems.mjs';

/** The service webhooks alone, with somebody who stands for payments. */
export const webhooksSystems = loneSystems({
  service: 'webhooks',
  inProcess: 'webhooks/webhooks-process.mjs',
  producer: 'webhooks/producer-process.mjs',
});
