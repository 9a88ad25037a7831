import type { ServiceDefinition } from '@centavo/service';
import { ONBOARDING_MIGRATIONS } from './migrations/index.js';
import { OnboardingModule } from './onboarding.module.js';

/** Merchants and their API keys: who may use the platform, and on which terms. */
export const onboardingService: ServiceDefinition = {
  name: 'onboarding',
  module: OnboardingModule,
  migrations: ONBOARDING_MIGRATIONS,
};
