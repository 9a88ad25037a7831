import { CreatePostbacks1763740400000 } from './create-postbacks.migration.js';

export const WEBHOOKS_MIGRATIONS = [CreatePostbacks1763740400000];
