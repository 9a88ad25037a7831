import { runServiceProcess } from '@centavo/service';
import { onboardingService } from './onboarding.service.js';

await runServiceProcess(onboardingService);
