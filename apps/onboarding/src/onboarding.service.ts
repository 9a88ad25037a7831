import type { ServiceDefinition } from '@centavo/service';
import { ONBOARDING_MIGRATIONS } from './migrations/index.js';
import { OnboardingModule } from './onboarding.module.js';

/** Merchants, their API keys and their submerchants: who may use the platform, for whom, and on which terms. */
export const onboardingService: ServiceDefinition = {
  name: 'onboarding',
  module: OnboardingModule,
  migrations: ONBOARDING_MIGRATIONS,
};
