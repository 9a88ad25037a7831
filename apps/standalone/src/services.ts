import type { ServiceDefinition } from '@centavo/service';
import { ledgerService } from '../../ledger/src/ledger.service.js';
import { onboardingService } from '../../onboarding/src/onboarding.service.js';
import { paymentsService } from '../../payments/src/payments.service.js';
import { webhooksService } from '../../webhooks/src/webhooks.service.js';

/** Every service; those that others' events go to come first. */
export const SERVICES: readonly ServiceDefinition[] = [
  webhooksService,
  ledgerService,
  paymentsService,
  onboardingService,
];
