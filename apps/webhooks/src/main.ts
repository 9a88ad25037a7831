import { runServiceProcess } from '@centavo/service';
import { webhooksService } from './webhooks.service.js';

await runServiceProcess(webhooksService);
