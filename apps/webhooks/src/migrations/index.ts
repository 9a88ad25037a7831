import { AdoptStrayRows1764400430000 } from './adopt-stray-rows.migration.js';
import { CompleteEndpoints1764400100000 } from './complete-endpoints.migration.js';
import { CreatePostbacks1763740400000 } from './create-postbacks.migration.js';
import { KeepPostbackSecrets1764400300000 } from './keep-postback-secrets.migration.js';
import { LogDeliveries1764400400000 } from './log-deliveries.migration.js';
import { PrioritizeDeliveries1764400200000 } from './prioritize-deliveries.migration.js';
import { RecoverPostbacks1764400410000 } from './recover-postbacks.migration.js';
import { ResumeRecoveries1764400431000 } from './resume-recoveries.migration.js';
import { RetainPostbacks1764400420000 } from './retain-postbacks.migration.js';
import { TraceEvents1764500000000 } from './trace-events.migration.js';

export const WEBHOOKS_MIGRATIONS = [
  CreatePostbacks1763740400000,
  CompleteEndpoints1764400100000,
  PrioritizeDeliveries1764400200000,
  KeepPostbackSecrets1764400300000,
  LogDeliveries1764400400000,
  RecoverPostbacks1764400410000,
  RetainPostbacks1764400420000,
  AdoptStrayRows1764400430000,
  ResumeRecoveries1764400431000,
  TraceEvents1764500000000,
];
